-- Contacts are found by their number, deleted ones too: when a text comes in, and when a contact is added.

create index contacts_by_number on contacts (tenant_id, number);
