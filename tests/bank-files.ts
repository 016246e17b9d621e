/** Statements as banks write them, for tests. */
export type FileLine = {
  day: string
  /** With a point: `1249.00`; out below 0. */
  amount: string
  name: string
  purpose: string
  reference?: string
  currency?: string
  reversal?: boolean
}

export const ownAccount = 'DE89370400440532013000'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const bare = (amount: string) => amount.replace('-', '')

/** A CAMT.053 file of one statement. */
export function camtFile(
  lines: readonly FileLine[],
  {
    version = '02',
    opening = '10000.00',
    closing,
    account = ownAccount,
    entries = '',
  }: { version?: '02' | '08'; opening?: string; closing?: string; account?: string; entries?: string } = {},
): string {
  const sum = lines.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0)
  const end = closing ?? ((Math.round(Number(opening) * 100) + sum) / 100).toFixed(2)
  const balance = (kind: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-26</Dt></Dt></Bal>`
  const entry = ({ day, amount, name, purpose, reference, currency = 'EUR', reversal = false }: FileLine) => {
    const sign = amount.startsWith('-') ? 'DBIT' : 'CRDT'
    const side = amount.startsWith('-') ? 'Cdtr' : 'Dbtr'
    const party = version === '02' ? `<Nm>${escaped(name)}</Nm>` : `<Pty><Nm>${escaped(name)}</Nm></Pty>`
    const state = version === '02' ? 'BOOK' : '<Cd>BOOK</Cd>'
    return `<Ntry><Amt Ccy="${currency}">${bare(amount)}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${state}</Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}
      <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><${side}>${party}</${side}></RltdPties>
      <RmtInf><Ustrd>${escaped(purpose)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>STMT-1</Id><ElctrncSeqNb>17</ElctrncSeqNb><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', opening)}${balance('CLBD', end)}
${lines.map(entry).join('\n')}${entries}
</Stmt></BkToCstmrStmt></Document>`
}

/** The same period as a CSV file of a savings bank, in Windows-1252. */
export function csvFile(lines: readonly FileLine[], { account = ownAccount } = {}): Uint8Array {
  const german = (amount: string) => amount.replace('.', ',').replace(/(\d)(?=(\d{3})+,)/g, '$1.')
  const day = (iso: string) => iso.split('-').toReversed().join('.')
  const text = [
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Waehrung"',
    ...lines.map(({ amount, name, purpose, currency = 'EUR', ...line }) =>
      [
        account,
        day(line.day),
        day(line.day),
        'GUTSCHR. UEBERWEISUNG',
        purpose,
        name,
        '',
        german(amount),
        currency,
      ]
        .map((cell) => `"${cell}"`)
        .join(';'),
    ),
  ].join('\r\n')
  return Buffer.from(text, 'latin1')
}
