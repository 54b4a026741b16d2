import { describe, expect, test } from 'vitest'
import { readFiles, summaryOf, utf8 } from './import-tests.ts'
import { phoneKind } from '../../../core/contact-files/phone-kinds.ts'
import { columnsOf } from '../../../core/contact-files/read-table.ts'

/** Headings of Outlook's export, and of Google's and Apple's where they are translated. */
const LANGUAGES: [
  string,
  { given: string; family: string; fax: string; work: string; home: string; mobile: string },
][] = [
  [
    'English',
    {
      given: 'First Name',
      family: 'Last Name',
      fax: 'Business Fax',
      work: 'Business Phone',
      home: 'Home Phone',
      mobile: 'Mobile Phone',
    },
  ],
  [
    'German',
    {
      given: 'Vorname',
      family: 'Nachname',
      fax: 'Fax geschäftlich',
      work: 'Telefon geschäftlich',
      home: 'Telefon privat',
      mobile: 'Mobiltelefon',
    },
  ],
  [
    'French',
    {
      given: 'Prénom',
      family: 'Nom',
      fax: 'Télécopie (bureau)',
      work: 'Téléphone (bureau)',
      home: 'Téléphone (domicile)',
      mobile: 'Tél. mobile',
    },
  ],
  [
    'Spanish',
    {
      given: 'Nombre',
      family: 'Apellidos',
      fax: 'Fax del trabajo',
      work: 'Teléfono del trabajo',
      home: 'Particular',
      mobile: 'Móvil',
    },
  ],
  [
    'Spanish (Mexico)',
    {
      given: 'Nombre',
      family: 'Apellido',
      fax: 'Fax particular',
      work: 'Teléfono de la oficina',
      home: 'Teléfono de casa',
      mobile: 'Celular',
    },
  ],
  [
    'Portuguese (Brazil)',
    {
      given: 'Nome',
      family: 'Sobrenome',
      fax: 'Fax comercial',
      work: 'Telefone comercial',
      home: 'Telefone residencial',
      mobile: 'Telefone celular',
    },
  ],
  [
    'Portuguese',
    {
      given: 'Nome próprio',
      family: 'Apelido',
      fax: 'Fax (emprego)',
      work: 'Telefone da empresa',
      home: 'Telefone de casa',
      mobile: 'Telemóvel',
    },
  ],
  [
    'Italian',
    {
      given: 'Nome',
      family: 'Cognome',
      fax: 'Fax (uff.)',
      work: 'Telefono ufficio',
      home: 'Telefono casa',
      mobile: 'Cellulare',
    },
  ],
  [
    'Dutch',
    {
      given: 'Voornaam',
      family: 'Achternaam',
      fax: 'Fax op werk',
      work: 'Telefoon op werk',
      home: 'Telefoon thuis',
      mobile: 'Mobiele telefoon',
    },
  ],
  [
    'Polish',
    {
      given: 'Imię',
      family: 'Nazwisko',
      fax: 'Faks służbowy',
      work: 'Telefon służbowy',
      home: 'Telefon domowy',
      mobile: 'Telefon komórkowy',
    },
  ],
  [
    'Russian',
    {
      given: 'Имя',
      family: 'Фамилия',
      fax: 'Рабочий факс',
      work: 'Рабочий телефон',
      home: 'Домашний телефон',
      mobile: 'Телефон переносной',
    },
  ],
  [
    'Ukrainian',
    {
      given: 'Ім’я',
      family: 'Прізвище',
      fax: 'Робочий факс',
      work: 'Телефон (офіс)',
      home: 'Домашній телефон',
      mobile: 'Мобільний телефон',
    },
  ],
  [
    'Swedish',
    {
      given: 'Förnamn',
      family: 'Efternamn',
      fax: 'Arbetsfax',
      work: 'Telefon, arbete',
      home: 'Hemtelefon',
      mobile: 'Mobiltelefon',
    },
  ],
  [
    'Danish',
    {
      given: 'Fornavn',
      family: 'Efternavn',
      fax: 'Telefax (arb.)',
      work: 'Telefon (arbejde)',
      home: 'Telefon (privat)',
      mobile: 'Mobiltelefon',
    },
  ],
  [
    'Norwegian',
    {
      given: 'Fornavn',
      family: 'Etternavn',
      fax: 'Telefaks, arbeid',
      work: 'Telefon, arbeid',
      home: 'Telefon, privat',
      mobile: 'Mobil',
    },
  ],
  [
    'Finnish',
    {
      given: 'Etunimi',
      family: 'Sukunimi',
      fax: 'Työfaksi',
      work: 'Työpuhelin',
      home: 'Kotipuhelin',
      mobile: 'Matkapuhelin',
    },
  ],
  [
    'Czech',
    {
      given: 'Jméno',
      family: 'Příjmení',
      fax: 'Fax (práce)',
      work: 'Telefon (práce)',
      home: 'Telefon (domů)',
      mobile: 'Mobilní telefon',
    },
  ],
  [
    'Hungarian',
    {
      given: 'Utónév',
      family: 'Vezetéknév',
      fax: 'Hivatali fax',
      work: 'Hivatali telefon',
      home: 'Otthoni telefon',
      mobile: 'Mobiltelefon',
    },
  ],
  [
    'Turkish',
    {
      given: 'Adı',
      family: 'Soyadı',
      fax: 'İş Faksı',
      work: 'İş Telefonu',
      home: 'Ev Telefonu',
      mobile: 'Cep Telefonu',
    },
  ],
  [
    'Greek',
    {
      given: 'Όνομα',
      family: 'Επώνυμο',
      fax: 'Φαξ εργασίας',
      work: 'Τηλέφωνο εργασίας',
      home: 'Τηλέφωνο οικίας',
      mobile: 'Κινητό τηλέφωνο',
    },
  ],
  [
    'Hebrew',
    {
      given: 'שם פרטי',
      family: 'שם משפחה',
      fax: 'פקס בעבודה',
      work: 'טלפון בעבודה',
      home: 'טלפון בבית',
      mobile: 'טלפון נייד',
    },
  ],
  [
    'Arabic',
    {
      given: 'الاسم الأول',
      family: 'اسم العائلة',
      fax: 'فاكس العمل',
      work: 'هاتف العمل',
      home: 'هاتف المنزل',
      mobile: 'الهاتف المحمول',
    },
  ],
  ['Japanese', { given: '名', family: '姓', fax: '会社 FAX', work: '会社電話', home: '自宅電話', mobile: '携帯電話' }],
  [
    'Chinese, simplified',
    { given: '名', family: '姓', fax: '商务传真', work: '商务电话', home: '住宅电话', mobile: '移动电话' },
  ],
  [
    'Chinese, traditional',
    { given: '名字', family: '姓氏', fax: '商務傳真', work: '商務電話', home: '住家電話', mobile: '行動電話' },
  ],
  [
    'Korean',
    { given: '이름', family: '성', fax: '근무처 팩스', work: '근무처 전화', home: '집 전화 번호', mobile: '휴대폰' },
  ],
]

describe('finds names and phones in', () => {
  test.each(LANGUAGES)('%s', async (language, { given, family, fax, work, home, mobile }) => {
    const isFamilyFirst = /Japanese|Chinese|Korean|Hungarian/.test(language)
    const text = [
      [given, family, 'E-mail', fax, work, home, mobile].map((heading) => `"${heading}"`).join(),
      'Ann,Lee,ann@example.com,202-555-0901,202-555-0902,202-555-0903,202-555-0904',
      'Fay,Fax,,202-555-0905,,,',
    ].join('\r\n')
    const [first, second] = await summaryOf(utf8(text))
    expect(first).toBe(
      `${isFamilyFirst ? 'Lee Ann' : 'Ann Lee'}: 202-555-0904 | of mobile 202-555-0904, home 202-555-0903, work 202-555-0902`,
    )
    expect(second).toContain('This contact only has a number that can’t get texts, such as a fax or pager.')
  })
})

const GOOGLE_OLD =
  'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Name Prefix,Name Suffix,Nickname,Group Membership,' +
  'E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Organization 1 - Name'
const GOOGLE_NEW =
  'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,File As,Organization Name,Labels,E-mail 1 - Label,' +
  'E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Postal Code'

describe('reads the export of', () => {
  test.each<[string, string, string]>([
    [
      'Google until 2024',
      `${GOOGLE_OLD}\nAnn Lee,Ann,,Lee,,,,,,* myContacts,* ,a@b.example,Work,202-555-0901,* Mobile,202-555-0902,`,
      'Ann Lee: 202-555-0902 | of mobile 202-555-0902, work 202-555-0901',
    ],
    [
      'Google until 2024, with two phones in a cell',
      `${GOOGLE_OLD}\nAnn Lee,Ann,,Lee,,,,,,,,,Mobile,+1 202-555-0901 ::: +1 202-555-0902,Home Fax,202-555-0903,`,
      'Ann Lee: +12025550901 | of mobile +12025550901, mobile +12025550902',
    ],
    [
      'Google until 2024, of a company',
      `${GOOGLE_OLD}\n,,,,,,,,,,,,Main,202-555-0901,,,Harbor Plumbing`,
      'Harbor Plumbing: 202-555-0901',
    ],
    [
      'Google, with a pager first',
      `${GOOGLE_NEW}\nAnn,M.,Lee,,,,,,,,,Pager,202-555-0901,Home,202-555-0902,Home,20001`,
      'Ann M. Lee: 202-555-0902',
    ],
    [
      'Google, with labels in German',
      `${GOOGLE_NEW}\nAnn,,Lee,,,,,,,,,Fax (geschäftlich),202-555-0901,Mobil,202-555-0902,,`,
      'Ann Lee: 202-555-0902',
    ],
    [
      'Google, with labels in Spanish',
      `${GOOGLE_NEW}\nAnn,,Lee,,,,,,,,,Fax del trabajo,202-555-0901,Móvil,202-555-0902,,`,
      'Ann Lee: 202-555-0902',
    ],
    [
      'Google, with a label of its own',
      `${GOOGLE_NEW}\nAnn,,Lee,,,,,,,,,Front gate,202-555-0901,Work,202-555-0902,,`,
      'Ann Lee: 202-555-0901 | of main 202-555-0901, work 202-555-0902',
    ],
    [
      'HubSpot',
      'Record ID,First Name,Last Name,Phone Number,Mobile Phone Number,Fax Number,Contact owner\n2025550900,Ann,Lee,202-555-0901,202-555-0902,202-555-0903,Bo',
      'Ann Lee: 202-555-0902 | of mobile 202-555-0902, main 202-555-0901',
    ],
    [
      'Salesforce',
      '"Salutation","First Name","Last Name","Account Name","Phone","Mobile","Fax","Asst. Phone"\n"","Ann","Lee","Harbor","202-555-0901","","202-555-0903","202-555-0904"',
      'Ann Lee: 202-555-0901',
    ],
    [
      'Salesforce’s Data Loader',
      '"ID","FIRSTNAME","LASTNAME","PHONE","MOBILEPHONE","HOMEPHONE","FAX"\n"0031","Ann","Lee","202-555-0901","202-555-0902","","202-555-0903"',
      'Ann Lee: 202-555-0902 | of mobile 202-555-0902, main 202-555-0901',
    ],
    [
      'Pipedrive',
      'Person - Name,Person - Organization,Person - Phone - Work,Person - Phone - Mobile\nAnn Lee,Harbor,202-555-0901,202-555-0902',
      'Ann Lee: 202-555-0902 | of mobile 202-555-0902, work 202-555-0901',
    ],
    [
      'a property manager',
      'Tenant,Unit,Status,Phone Numbers\nAnn Lee,2B,Current,"Mobile: (202) 555-0902, Home: (202) 555-0901, Fax: (202) 555-0903"',
      'Ann Lee: +12025550902 | of mobile +12025550902, home +12025550901',
    ],
    ['a database', 'id,full_name,phone_number,created_at\n1,Ann Lee,2025550901,2026-11-27', 'Ann Lee: 2025550901'],
    ['camel case', 'fullName,mobilePhone,homeFax\nAnn Lee,2025550901,2025550902', 'Ann Lee: 2025550901'],
    [
      'Mailchimp',
      'Email Address,First Name,Last Name,Address,Phone Number\na@b.example,Ann,Lee,1 Main St,2025550901',
      'Ann Lee: 2025550901',
    ],
    [
      'Yahoo',
      'First,Middle,Last,Nickname,Email,Home,Work,Pager,Fax,Mobile\nAnn,,Lee,,,2025550901,2025550902,2025550903,2025550904,2025550905',
      'Ann Lee: 2025550905 | of mobile 2025550905, home 2025550901, work 2025550902',
    ],
    [
      'a phone, with a country column',
      'Name,Country,Phone country code,Phone\nAnn Lee,US,1,2025550901',
      'Ann Lee: 2025550901',
    ],
    ['a sheet with an unknown heading', 'Who is it?,Reach them at\nAnn Lee,2025550901', 'Ann Lee: 2025550901'],
    ['a list of numbers', 'Phone\n2025550901', '2025550901: 2025550901'],
    ['a list of names with numbers', 'Ann Lee <+12025550901>', 'Ann Lee: +12025550901'],
  ])('%s', async (_, text, expected) => {
    expect(await summaryOf(utf8(text))).toEqual([expected])
  })
})

describe('knows that no text reaches', () => {
  test.each(
    'Fax|Fax Number|FAX #|Home Fax|HomeFAX|Other fax|WorkFAX|eFax|Telefax|Faxnummer|Privatfax|Télécopieur|Numéro de fax|Факс|传真|傳真|팩스|ファックス|FAX番号|پ فاكس|Pager|Pager Number|Beeper|Telex|TTY/TDD Phone|ISDN|Assistant’s Phone|Asst. Phone|Tel./Fax'.split(
      '|',
    ),
  )('%s', (heading) => {
    expect(phoneKind(heading)).toBe('never')
  })

  test.each(['Fairfax office', 'Halifax', 'Handyman', 'Automobile club', 'Cellar'])(
    'but not because of %s',
    (heading) => {
      expect(phoneKind(heading)).not.toMatch(/never|mobile/)
    },
  )
})

describe('the first row', () => {
  test.each<[string, string, boolean]>([
    ['with known headings', 'Name,Phone\nAnn,2025550901', true],
    ['with unknown headings', 'Who,Reach\nAnn,2025550901', true],
    ['with a number', 'Ann,2025550901\nBob,2025550902', false],
    ['with a formula', 'Ann,="2025550901"\nBob,="2025550902"', false],
    ['with a rounded number', 'Ann,1.2E+10\nBob,2025550902', false],
    ['with a number among words', 'Ann,call 202-555-0901\nBob,2025550902', false],
    ['with an empty phone', 'Ann,\nBob,2025550902', false],
    ['with digits of another script', 'Ann,٢٠٢٥٥٥٠٩٠١\nBob,2025550902', false],
  ])('%s', async (_, text, isHeading) => {
    const { read } = await readFiles([utf8(text)])
    expect(read).toMatchObject({ columns: { isFirstRowHeading: isHeading } })
  })
})

test('columns without a heading that are mostly numbers are all used, IDs and years are not', async () => {
  const text = 'Ann,2019,17,(202) 555-0901,202-555-0902\nBob,2020,18,(202) 555-0903,\n'
  expect(await summaryOf(utf8(text))).toEqual([
    'Ann: (202) 555-0901 | of main (202) 555-0901, main 202-555-0902',
    'Bob: (202) 555-0903',
  ])
})

test('fax numbers are no phones, even if the first row is said to be no heading', () => {
  const rows = [
    ['Name', 'Business Fax', 'Phone'],
    ['Ann', '2025550901', '2025550902'],
    ['Bob', '2025550903', '2025550904'],
  ]
  expect(columnsOf({ rows }, false)).toMatchObject({ isFirstRowHeading: false, phones: [2] })
})
