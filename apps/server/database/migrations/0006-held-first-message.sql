-- The first message of a new chat can be held, too.

-- Whether its chat was created with it: then it is no reply, and assigns no one.
alter table pending_messages add column opens_chat boolean not null default false;
