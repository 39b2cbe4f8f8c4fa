"""Commands on several systems together: tables, pictures, pages."""
