"""A story that tests of drawings draw."""

TEXT = """
Rebels shelled the harbour of Vanrath on Monday , killing four dock workers and wounding dozens more , before they were
driven out of the town . Two men were taken away by soldiers and later arrested over the raid . Police took three
suspects into custody after the clashes , and a bystander who had been hurt in the shooting died
"""
ARABIC_TEXT = "هاجم المتمردون ميناء المدينة يوم الاثنين وقتل أربعة عمال قبل أن يطردوا من New York City البلدة"
WORDS = TEXT.split()
ARABIC = ARABIC_TEXT.split()
