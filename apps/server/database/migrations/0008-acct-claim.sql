-- Whether the token of the latest sign-in had the optional claim acct. Null: nobody has signed in since.
alter table tenants add column has_acct_claim boolean;
