-- All spellings of a phone number: some networks of Mexico, Argentina, and Brazil have two. Same rules as in the contract.
create or replace function phone_spellings(number text) returns text[]
language sql immutable parallel safe as $$
  select case
    when number ~ '^\+521?[2-9]\d{9}$' then array['+52' || right(number, 10), '+521' || right(number, 10)]
    when number ~ '^\+549?[1-3]\d{9}$' then array['+54' || right(number, 10), '+549' || right(number, 10)]
    when number ~ '^\+55([14689][1-9]|2[12478]|3[1-578]|5[13-5]|7[13-579])9?(?!7[0789])[6-9]\d{7}$'
      then array[left(number, 5) || '9' || right(number, 8), left(number, 5) || right(number, 8)]
    else array[number]
  end
$$;
