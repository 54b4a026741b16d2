-- Search reads texts and names as people do, whatever their language: without case, accents, apostrophes, and invisible
-- characters. The browser folds in the same way: fold.ts and search-words.ts of the contract.

-- The words of a text, independent of the database's locale and of extensions. A symbol is a word of its own. Languages that
-- put no spaces between words have each two neighboring characters as a word, so that a word is found anywhere. Each word
-- begins with the first eight digits of the tenant's id, so that a prefix search never reads another tenant's words.
create or replace function search_words(tenant_id uuid, content text) returns text[]
language plpgsql immutable strict parallel safe set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  dropped constant text := '[''`´ʹʻ-ʿˈˊˋ՚׳‘’‛′‵᾽᾿´῾Ꞌꞌ＇｀'
    || '\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
    || '\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
    || '\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08ca-\u08e1'
    || '\u08e3-\u08ff\ufcf2-\ufcf4\ufe70-\ufe7f'
    || '\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    || '\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]';
  folded text;
begin
  if octet_length(content) = length(content) then
    folded := lower(translate(content, '''`', '') collate "C");
  else
    folded := lower(regexp_replace(
      normalize(regexp_replace(content, dropped, '', 'g'), NFKD), dropped, '', 'g') collate "C");
    -- lower() depends on the locale.
    if folded ~ '[\u00c0-\u024f\u1e9e\u1efa-\u1efe]' then
      folded := translate(
        replace(replace(replace(replace(replace(replace(replace(replace(folded,
          'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
        'ŊƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎỺỼỾøØłŁđĐðÐħĦŧŦıȷ',
        'ŋɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏỻỽỿoollddddhhttij');
    end if;
    if folded ~ '[\u0370-\u03ff]' then
      folded := translate(folded,
        'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿς',
        'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽσ');
    end if;
    if folded ~ '[\u0400-\u042f]' then
      folded := translate(folded, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ',
        'абвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ');
    end if;
    if folded ~ '[\u0460-\u052f]' then
      folded := translate(folded,
        'ѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮ',
        'ѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯ');
    end if;
    if folded ~ '[\u0531-\u0556]' then
      folded := translate(folded, 'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ');
    end if;
    if folded ~ '[\u0629-\u06f9]' then
      folded := translate(folded, 'ٱىیےکةہھە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ايييكهههه01234567890123456789');
    end if;
  end if;
  return (
    select coalesce(array_agg(left(tenant_id::text, 8) || coalesce(left(found[2], 64), substr(run, n, 2)) order by place, n), '{}')
    from regexp_matches(folded,
        '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u312f\u31a0-\u31bf\u31f0-\u31ff'
          || '\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)'
          || '|([#-&*+/<=>@\\^_|~§°£\u20a0-\u20bf\u2190-\u2211\u2213-\u2bff\U0001f000-\U0001faff]'
          || '|[^\u0001-/:-@\[-`{-¿×÷\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f4\u0600-\u060f\u061b-\u061f'
          || '\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u0964\u0965\u0e00-\u0eff\u1000-\u109f\u1360-\u1368\u1780-\u17ff'
          || '\u1800-\u180a\u2000-\u20cf\u2190-\u303f\u3040-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff'
          || '\uf900-\ufaff\ufff9-\uffff\U0001f000-\U0001faff\U00020000-\U0003ffff]+)',
        'g') with ordinality as words (found, place)
      cross join lateral normalize(found[1], NFC) as run
      cross join lateral generate_series(1, coalesce(length(run), 1)) as n
  );
end $$;

-- Only words with letters beyond ASCII can have changed. Updating a row computes them anew.
update users set name = name
where octet_length(name) <> length(name) and words <> array_to_tsvector(search_words(tenant_id, name));
update contacts set name = name
where octet_length(name) <> length(name) and words <>
  array_to_tsvector(search_words(tenant_id, name || ' ' || ltrim(number, '+')) || search_numbers(tenant_id, number));
update chat_names set name = name
where octet_length(name) <> length(name) and words <> array_to_tsvector(search_words(tenant_id, name));
update messages set text = text
where octet_length(text) <> length(text)
  and words <> array_to_tsvector(search_words(tenant_id, text) || search_numbers(tenant_id, text));

-- Opt-outs by hand ---------------------------------------------------------------------------------------------------------

-- Who opted the phone out by hand, and when. Both a person and a STOP may have: `source` and `since` are of the STOP, or else
-- 'manual' and the same time. The previous version must be able to write, so `source` has no new check.
alter table opt_outs
  add column manual_by uuid,
  add column manual_since timestamptz check ((manual_by is null) = (manual_since is null)),
  drop constraint opt_outs_source_check;

-- Who made the change, if it was by hand.
alter table opt_out_changes
  add column done_by uuid,
  drop constraint opt_out_changes_source_check;
