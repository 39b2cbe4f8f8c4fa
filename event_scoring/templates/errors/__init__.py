"""What is wrong with filled templates: kinds of errors, and what would repair each."""
