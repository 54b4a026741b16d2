-- A member's delivery records of a message, as events show them: one for each part of the text.
create or replace function member_records(of_tenant uuid, of_message uuid, of_member uuid) returns json
language plpgsql stable as $$
begin
  return (
    select json_agg(json_build_object('messageId', r.message_id, 'memberId', r.member_id, 'status', r.status,
      'updatedOn', r.updated_at, 'errorCode', r.error_code, 'errorText', r.error_text,
      'dismissed', r.dismissed_at is not null) order by r.delivery_id)
    from deliveries r
    where r.tenant_id = of_tenant and r.message_id = of_message and r.member_id = of_member
  );
end $$;
