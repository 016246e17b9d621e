import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { camtFile, csvFile, type FileLine, ownAccount } from '#tests/bank-files.ts'
import { readCamt } from './read-camt.ts'
import { mappingOf, readBankCsv, readCents } from './read-csv.ts'
import { readDay } from './read-day.ts'
import { readXml } from './read-xml.ts'
import { recognise } from './same-line.ts'
import { StatementFault } from './statement-file.ts'
import { unpackZip } from './unpack-zip.ts'

const line = (given: Partial<FileLine> = {}): FileLine => ({
  ...{
    day: '2026-11-25',
    amount: '1249.00',
    name: 'Clara Beispiel',
    purpose: 'RG-2026-00042',
    reference: 'A1',
  },
  ...given,
})

/** Why a file is refused, and where. */
function faultOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof StatementFault) return `${error.reason} ${error.line}:${error.column} ${error.found}`
    throw error
  }
  return 'none'
}

describe('XML', () => {
  test('elements, attributes, entities, CDATA and comments are read', () => {
    const root = readXml(
      '<?xml version="1.0"?><!-- a --><x:a n="1 &lt; 2">t&amp;&#228;<b/><![CDATA[<c>]]></x:a>\n',
    )
    expect(root).toMatchObject({
      name: 'a',
      attributes: { n: '1 < 2' },
      text: 't&ä<c>',
      children: [{ name: 'b' }],
    })
  })

  test.each([
    ['<a><b></a>', 'not-well-formed 1:7 </a>'],
    ['<a>\n  <b', 'not-well-formed 2:3 <b'],
    ['<a>&nbsp;</a>', 'not-well-formed 1:4 &nbsp;</a>'],
    ['<a/><b/>', 'not-well-formed 1:5 <b/>'],
    [
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'has-doctype 1:1 <!DOCTYPE a [<!ENTITY x SYSTEM "file:///',
    ],
    ['<a>'.repeat(50), 'not-well-formed 1:121 <a><a><a><a><a><a><a><a><a><a>'],
    ['', 'not-well-formed 1:1 '],
  ])('%s is refused with its place', (xml, fault) => {
    expect(faultOf(() => readXml(xml))).toBe(fault)
  })
})

describe('CAMT.053', () => {
  test.each(['02', '08'] as const)('version .%s', (version) => {
    const lines = [line(), line({ amount: '-100.50', name: 'Max & Söhne', reference: 'A2' })]
    const [statement] = readCamt(camtFile(lines, { version }))
    expect(statement).toMatchObject({
      account: ownAccount,
      number: '17',
      openingCents: 1_000_000,
      closingCents: 1_114_850,
    })
    expect(statement?.lines).toMatchObject([
      {
        bookedOn: '2026-11-25',
        amountCents: 124_900,
        name: 'Clara Beispiel',
        purpose: 'RG-2026-00042',
        reference: 'A1',
        endToEnd: null,
      },
      { amountCents: -10_050, name: 'Max & Söhne', reversal: false },
    ])
  })

  const entry = (inner: string, more = '') =>
    `<Ntry><Amt Ccy="EUR">300.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<Sts>BOOK</Sts><BookgDt><Dt>2026-11-25</Dt></BookgDt><AcctSvcrRef>B</AcctSvcrRef><NtryDtls>${inner}</NtryDtls></Ntry>`
  const part = (cents: string, text: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${cents}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
  const read = (entries: string) => readCamt(camtFile([], { entries }))[0]?.lines

  test('an entry of several gives a line for each, and has to add up', () => {
    expect(read(entry(part('100.00', 'one') + part('200.00', 'two')))).toMatchObject([
      { amountCents: 10_000, purpose: 'one', reference: 'B/1' },
      { amountCents: 20_000, purpose: 'two', reference: 'B/2' },
    ])
    expect(faultOf(() => read(entry(part('100.00', 'one') + part('201.00', 'two'))))).toMatch(
      /^details-differ \d+:/,
    )
    expect(read(entry('<TxDtls/><TxDtls/>'))).toMatchObject([{ amountCents: 30_000, reference: 'B' }])
  })

  test('what is taken back says so, what is only announced is left out, and other currencies are refused', () => {
    expect(read(entry(part('300.00', 'x'), '<RvslInd>true</RvslInd>'))).toMatchObject([{ reversal: true }])
    expect(read(entry('').replace('BOOK', 'PDNG'))).toEqual([])
    expect(faultOf(() => readCamt(camtFile([line({ currency: 'USD' })])))).toMatch(
      /^foreign-currency \d+:\d+ USD$/,
    )
    expect(faultOf(() => readCamt(camtFile([line({ day: '2026-02-30' })])))).toMatch(
      /^not-a-day \d+:\d+ 2026-02-30$/,
    )
    expect(faultOf(() => readCamt(camtFile([line({ amount: '1.234' })])))).toMatch(/^not-an-amount /)
    expect(faultOf(() => readCamt('<Document><x/></Document>'))).toMatch(/^unknown-format/)
    expect(faultOf(() => readCamt(camtFile([], { account: '' })))).toMatch(/^account-missing/)
  })
})

describe('CSV', () => {
  const own = { account: ownAccount }

  test('a savings bank’s file in Windows-1252', async () => {
    const read = await readBankCsv(csvFile([line({ name: 'Jürgen Müller', amount: '-1249.50' })]), own)
    expect(read).toMatchObject({
      ok: true,
      statement: {
        account: ownAccount,
        lines: [{ bookedOn: '2026-11-25', amountCents: -124_950, name: 'Jürgen Müller' }],
      },
    })
  })

  test('lines above the headings, columns for each direction, and the account among them', async () => {
    const text = [
      'Kontoauszug;;',
      'Konto;"DE02 1203 0000 0000 2020 51";',
      '',
      'Buchungsdatum;Verwendungszweck;Soll;Haben',
      '25.11.26;Miete;-800,00;',
      '26.11.26;RG;;1.249,00',
      ';Saldo;;99,00',
    ].join('\n')
    const read = await readBankCsv(Buffer.from(text), own)
    expect(read).toMatchObject({ ok: true, statement: { account: 'DE02120300000000202051' } })
    expect(read.ok && read.statement.lines.map(({ amountCents }) => amountCents)).toEqual([-80_000, 124_900])
  })

  test('a sign in a column of its own', async () => {
    const text = 'Buchungstag;Umsatz;S/H;Verwendungszweck\n25.11.2026;10,00;S;a\n25.11.2026;10,00;H;b'
    const read = await readBankCsv(Buffer.from(text), own)
    expect(read.ok && read.statement.lines.map(({ amountCents }) => amountCents)).toEqual([-1000, 1000])
  })

  test('a booking is read whatever its purpose begins with, and balances are not', async () => {
    const text = [
      'Buchungstag;Name;Verwendungszweck;Betrag;Waehrung',
      '25.11.2026;Clara;Summe für den Ring RG-2026-00003;314,00;EUR',
      '25.11.2026;Summe Bau GmbH;Saldo zu RE-2026-00003;10,00;EUR',
      '26.11.2026;;Saldo;99,00;EUR',
      '26.11.2026;;Kontostand zum 26.11.2026:;99,00;EUR',
      'Kontostand;26.11.2026;;99,00;EUR',
      'Alter Kontostand;99,00 EUR;;;',
    ].join('\n')
    const read = await readBankCsv(Buffer.from(text), own)
    expect(read.ok && read.statement.lines.map(({ amountCents }) => amountCents)).toEqual([31_400, 1000])
  })

  test('what a bank only announces is left out, as in CAMT', async () => {
    const of = async (...rows: string[]) => {
      const read = await readBankCsv(Buffer.from(rows.join('\n')), own)
      return read.ok && read.statement.lines.map(({ purpose }) => purpose)
    }
    expect(
      await of(
        'Buchungstag;Verwendungszweck;Betrag;Info',
        '27.11.26;angekündigt;314,00;Umsatz vorgemerkt',
        '26.11.26;vorgemerkt;314,00;Umsatz gebucht',
      ),
    ).toEqual(['vorgemerkt'])
    expect(
      await of(
        'Buchungsdatum;Status;Verwendungszweck;Betrag (€)',
        '26.11.26;Vorgemerkt;angekündigt;314',
        '26.11.26;Gebucht;offen;314',
      ),
    ).toEqual(['offen'])
    expect(
      await of(
        'Buchungstag;Wertstellung (Valuta);Vorgang;Buchungstext;Umsatz in EUR',
        'offen;--;Überweisung;angekündigt;12,00',
        '26.11.2026;26.11.2026;Überweisung;gebucht;314,00',
        'Alter Kontostand;1,00 EUR',
      ),
    ).toEqual(['gebucht'])
  })

  test('who is paid, where payer and payee have a column each', async () => {
    const text = [
      'Buchungsdatum;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;IBAN;Betrag (€)',
      '26.11.26;Gebucht;Rheingold GmbH;Erna Müster-Weiß;AB-2026-00007;DE02120300000000202051;-800,00',
      '26.11.26;Gebucht;Clara Beispiel;Rheingold GmbH;RG-2026-00042;DE02120300000000202051;1.249,00',
      '26.11.26;Gebucht;Rheingold GmbH;;Entgelt;;-4,90',
    ].join('\n')
    const read = await readBankCsv(Buffer.from(text), own)
    expect(read.ok && read.statement.lines.map(({ name }) => name)).toEqual([
      'Erna Müster-Weiß',
      'Clara Beispiel',
      'Rheingold GmbH',
    ])
  })

  test('columns as more banks head them', async () => {
    expect(
      mappingOf(['Buchungstag', 'Begünstigter / Auftraggeber', 'Verwendungszweck', 'IBAN / Kontonummer']),
    ).toEqual(['booked', 'name', 'purpose', 'iban'])
    const text = [
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)"',
      '2026-11-26,2026-11-26,"Clara Beispiel",DE02120300000000202051,Credit Transfer,RG-2026-00001,Main,314.00',
    ].join('\n')
    const read = await readBankCsv(Buffer.from(text), own)
    expect(read.ok && read.statement.lines).toMatchObject([
      { name: 'Clara Beispiel', iban: 'DE02120300000000202051', purpose: 'RG-2026-00001' },
    ])
  })

  test('where no heading says what a line is for, and one is unknown, the columns are asked about', async () => {
    const bytes = Buffer.from('Datum;Betrag;Mitteilung\n25.11.2026;10,00;RG-2026-00001')
    expect(await readBankCsv(bytes, own)).toMatchObject({ ok: false, proposed: ['booked', 'amount', null] })
    const read = await readBankCsv(bytes, { ...own, mapping: ['booked', 'amount', null] })
    expect(read.ok && read.statement.lines).toMatchObject([{ amountCents: 1000, purpose: '' }])
  })

  test('unknown headings are asked about, and read once they are named', async () => {
    const bytes = Buffer.from('Tag;Wieviel;Warum\n25.11.2026;10,00;RG')
    expect(await readBankCsv(bytes, own)).toEqual({
      ...{ ok: false, headings: ['Tag', 'Wieviel', 'Warum'], rows: [['25.11.2026', '10,00', 'RG']] },
      proposed: [null, null, null],
    })
    const read = await readBankCsv(bytes, { ...own, mapping: ['booked', 'amount', 'purpose'] })
    expect(read.ok && read.statement.lines).toMatchObject([{ amountCents: 1000, purpose: 'RG' }])
  })

  test('what cannot be read names its row and column', async () => {
    const of = async (row: string) => {
      const text = `Buchungstag;Betrag;Waehrung\n25.11.2026;1,00;EUR\n${row}`
      const error: unknown = await readBankCsv(Buffer.from(text), own).catch((fault: unknown) => fault)
      return error instanceof StatementFault
        ? `${error.reason} ${error.line}:${error.column} ${error.found}`
        : null
    }
    expect(await of('26.11.2026;viel;EUR')).toBe('not-an-amount 3:2 viel')
    expect(await of('gestern;1,00;EUR')).toBe('not-a-day 3:1 gestern')
    expect(await of('26.11.2026;1,00;USD')).toBe('foreign-currency 3:3 USD')
  })

  test('amounts and days as banks write them', () => {
    expect(
      ['1.234,56', '-1.234,56', '1.234,56-', '+7', '1,234.56', '12,5 EUR', '1.2.3', '1,2,3', ''].map(
        readCents,
      ),
    ).toEqual([123_456, -123_456, -123_456, 700, 123_456, 1250, null, null, null])
    expect(['1.2.2026', '26.11.26', '2026-11-26', '31.02.2026', 'x'].map(readDay)).toEqual([
      '2026-02-01',
      '2026-11-26',
      '2026-11-26',
      null,
      null,
    ])
    expect(
      mappingOf([
        'Buchung',
        'Valuta',
        'Auftraggeber/Empfänger',
        'Buchungstext',
        'Verwendungszweck',
        'Betrag',
        'Währung',
      ]),
    ).toEqual(['booked', 'value', 'name', null, 'purpose', 'amount', 'currency'])
  })
})

describe('a line that is kept already', () => {
  const lines = (of: FileLine[]) => readCamt(camtFile(of))[0]?.lines ?? []
  const kept = (of: FileLine[], format: 'camt' | 'csv' = 'camt') =>
    recognise(lines(of), [], format).map(({ line, key }, index) => ({ ...line, key, id: index + 1, format }))
  const known = (of: FileLine[], before: ReturnType<typeof kept>, format: 'camt' | 'csv' = 'camt') =>
    recognise(lines(of), before, format).map(({ known }) => known)

  test('is known in another file, and two equal ones of a day stay two', () => {
    const twice = [line({ reference: '' }), line({ reference: '' })]
    expect(known(twice, [])).toEqual([null, null])
    expect(known(twice, kept(twice.slice(0, 1)))).toEqual([1, null])
    expect(known([...twice, line({ day: '2026-11-26' })], kept(twice))).toEqual([1, 2, null])
  })

  test('is known in the other format by day, amount and what it says', () => {
    const camt = [
      line(),
      line({ reference: 'A2', purpose: 'RG-2026-00043' }),
      line({ reference: 'A3', name: 'Otto Muster', purpose: 'Danke' }),
    ]
    const csv = [
      line({ reference: '', name: 'OTTO MUSTER', purpose: 'SVWZ+Danke' }),
      line({ reference: '', name: 'CLARA BEISPIEL', purpose: 'SVWZ+RG-2026-00043' }),
      line({ reference: '', name: 'CLARA BEISPIEL', purpose: 'SVWZ+RG-2026-00042' }),
      line({ reference: '', name: 'Anna Anders', purpose: 'etwas anderes' }),
    ]
    expect(known(csv, kept(camt), 'csv')).toEqual([3, 2, 1, null])
    expect(known(camt, kept(csv, 'csv'))).toEqual([3, 2, 1])
  })
})

describe('ZIP', () => {
  const zip = (content: Buffer, method = 8) => {
    const packed = method === 8 ? deflateRawSync(content) : content
    const local = Buffer.alloc(31)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(1, 26)
    local.write('a', 30)
    const directory = Buffer.alloc(47)
    directory.writeUInt32LE(0x02014b50, 0)
    directory.writeUInt16LE(method, 10)
    directory.writeUInt32LE(packed.length, 20)
    directory.writeUInt16LE(1, 28)
    directory.write('a', 46)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(1, 10)
    end.writeUInt32LE(local.length + packed.length, 16)
    return Buffer.concat([local, packed, directory, end])
  }

  test('stored and deflated files are unpacked', () => {
    for (const method of [0, 8])
      expect(
        unpackZip(zip(Buffer.from('text'), method)).map(({ name, bytes }) => `${name} ${Buffer.from(bytes)}`),
      ).toEqual(['a text'])
  })

  test('what is damaged or grows too large is refused', () => {
    expect(faultOf(() => unpackZip(zip(Buffer.from('text')).subarray(0, 60)))).toMatch(/^zip-damaged/)
    expect(faultOf(() => unpackZip(zip(Buffer.alloc(21_000_000))))).toMatch(/^too-large/)
  })
})
