-- Sessions, open tables and messages have the form of records, so that processes of older programs cannot read them.
DELETE FROM worker;
