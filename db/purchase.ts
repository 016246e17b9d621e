import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import { ownSecret } from '#app/platform/secrets.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { meltPiece } from '#app/shop/buying/ledger.ts'
import { listSellRequests } from '#app/shop/buying/list-sell-requests.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { answerOffer, makeOffer } from '#app/shop/buying/offer.ts'
import { type Payout, paySeller } from '#app/shop/buying/purchase.ts'
import { revealIdentity, revealSellSerial } from '#app/shop/buying/sealed.ts'
import { type CounterStep, inspectGoods, takeCounterStep } from '#app/shop/buying/sell-counter.ts'
import { writeAsStaff } from '#app/shop/buying/sell-messages.ts'
import { sendLabel } from '#app/shop/buying/sell-parcels.ts'
import { possibleSellEvents, sellStatuses } from '#app/shop/buying/sell-request-status.ts'
import { stockPieces } from '#app/shop/buying/stocking.ts'
import { linesSchema, valuedLine } from '#app/shop/buying/valued-line.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { runOnShop } from '#server/shop-command.ts'

/** `npm run purchase -- …`: what staff do with sell requests, from the question to the ledger, until there is an office. */
const usage = `npm run purchase -- <what> …
  list [<status>]                          what waits, oldest first
  show <number>                            one request and what may be done with it
  ask <number> <text>                      a question or an answer to the seller
  estimate <number> <lines.yaml> [--note]  an estimate; offer <number> <lines.yaml>: the final offer
  label <number> --carrier --value <EUR> [--code] [--url]
  receive <number> <branch> | miss <number>
  inspect <number> <findings.yaml>         [{ title, findings?, serial?, register?: { name, result } }]
  agree <number> | refuse <number>         what the seller says at the counter
  identify <number> <identity.yaml>        "-" instead of a file reads from the terminal
  pay <number> cash|transfer --reference [--iban --holder] --declared
  cancel <number> <reason>                 takes back a payment recorded by mistake; the seller reads the reason
  stock <number> [--melt 2,3]              opens drafts; scrap and the lines named go to be melted
  melt <ledger number> <EUR> --document
  turn-down|hold|reopen|resume|surrender <number> <reason>
  return <number> [--carrier --code]
  reveal <number> identity | serial <line> --why
Everything takes --by <name>. Lines: [{ title, kind, item: gold-585, amount: 12.4 }] at the prices that hold now,
or with euros (or from and to) instead; testMethod, brand, model, reference, stones besides.`

let values: ReturnType<typeof words>['values']
let what = 'list'
let subject = ''
let rest: string[] = []
let by = ''

await runOnShop(
  () => {
    const read = words()
    values = read.values
    ;[what = 'list', subject = '', ...rest] = read.positionals
    by = values.by ?? userInfo().username
  },
  async (_, db, env) => {
    const settings = await readSettings(db)
    try {
      await act(db, settings, env.SESSION_SECRET ?? ownSecret(env.DATA_DIR, 'session-secret'))
    } catch (error) {
      if (error instanceof z.ZodError) throw new StartFault(z.prettifyError(error))
      throw error
    }
  },
)

async function act(db: Database, settings: Settings, secret: string): Promise<void> {
  const which = { number: subject.toUpperCase() }
  const [argument = ''] = rest
  switch (what) {
    case 'list':
      return list(db)
    case 'show':
      return show(db)
    case 'ask':
      return told(await writeAsStaff(db, which, { text: rest.join(' '), by, settings }))
    case 'estimate':
    case 'offer': {
      const current = await currentPrices(db, new Date())
      const lines = linesSchema.parse(input(argument)).map((line) => {
        const made = valuedLine(line, current)
        if (!made.ok) throw new StartFault(`„${line.title}“: ${made.reason}`)
        return made.line
      })
      const kind = what === 'estimate' ? 'estimate' : 'final'
      return told(await makeOffer(db, which, { kind, lines, note: values.note ?? '', by, settings, current }))
    }
    case 'label': {
      const { carrier = '', code = null, url = null } = values
      const label = { carrier, code, url, declaredCents: euros(values.value) }
      return told(await sendLabel(db, which, { label, by, settings }))
    }
    case 'inspect':
      return told(await inspectGoods(db, which, { lines: input(argument) as never }, { by, secret }))
    case 'agree':
    case 'refuse': {
      const request = await readSellRequest(db, which)
      const answer = what === 'agree' ? 'accepted' : 'declined'
      const offer = request?.offer?.id ?? 0
      return told(await answerOffer(db, which, { offer, answer, settings, recordedBy: by }))
    }
    case 'identify':
      return told(await identifySeller(db, which, input(argument) as never, { by, secret }))
    case 'pay':
      return pay(db, settings, secret)
    case 'cancel':
      return told(await cancelPurchase(db, which, { reason: rest.join(' '), by, settings }))
    case 'stock': {
      const melt = (values.melt ?? '')
        .split(',')
        .filter(Boolean)
        .map((line) => Number(line) - 1)
      const stocked = await stockPieces(db, which, { melt, by })
      if (stocked.ok)
        for (const { ledger, title, product } of stocked.pieces)
          say(`ledger ${ledger}`, `${title}: ${product ?? 'melt'}`)
      return told(stocked)
    }
    case 'melt': {
      const day = new Date().toISOString().slice(0, 10)
      const sold = { proceedsCents: euros(argument), document: needed('document'), day }
      return told(await meltPiece(db, Number(subject), sold))
    }
    case 'reveal':
      return reveal(db, secret)
    default:
      return told(await takeCounterStep(db, which, counterStep(), { by, settings }))
  }
}

function counterStep(): CounterStep {
  const [argument = ''] = rest
  switch (what) {
    case 'receive':
      return { event: what, branchId: argument }
    case 'miss':
      return { event: what }
    case 'return':
      return {
        event: what,
        parcel: values.carrier ? { carrier: values.carrier, code: needed('code') } : null,
      }
    case 'turn-down':
    case 'hold':
    case 'reopen':
    case 'resume':
    case 'surrender':
      if (argument === '') throw new StartFault(`Say why: npm run purchase -- ${what} ${subject} <reason>`)
      return { event: what, reason: rest.join(' ') }
    default:
      throw new StartFault(usage)
  }
}

async function list(db: Database): Promise<void> {
  const status = sellStatuses.find((known) => known === subject)
  if (subject !== '' && !status)
    throw new StartFault(`There is no state „${subject}“: ${sellStatuses.join(', ')}`)
  const rows = await listSellRequests(db, status ?? null, new Date())
  for (const { number, status: state, submittedAt, since, overdue, kind, name } of rows) {
    say(
      number,
      `${submittedAt.toISOString().slice(0, 16)}  ${state.padEnd(15)} ${kind.padEnd(9)} ${name ?? '(forgotten)'}${
        overdue ? `  ! waits for us since ${since.toISOString().slice(0, 10)}` : ''
      }`,
    )
  }
  if (rows.length === 0) process.stdout.write('No request waits.\n')
}

async function show(db: Database): Promise<void> {
  const request = await readSellRequest(db, { number: subject.toUpperCase() })
  if (!request) throw new StartFault(`There is no request ${subject}`)
  const { history: steps, messages, offers, photos, valuation, token: _, ...plain } = request
  say(request.number, JSON.stringify({ ...plain, photos: photos.length }, null, 2))
  if (valuation) say('calculated', `${span(valuation.total)}, ${valuation.at}`)
  for (const { id, kind, cents, validUntil, answer } of offers) {
    say(`offer ${id}`, `${kind} ${span(cents)} until ${validUntil.toISOString()} ${answer ?? 'open'}`)
  }
  for (const { sender, at, text } of messages) say(sender, `${at.toISOString()} ${text}`)
  for (const { event, from, to, by: actor, at } of steps)
    say(event, `${at.toISOString()} ${from} → ${to} (${actor})`)
  say('staff may', possibleSellEvents(request, 'staff').join(', ') || 'nothing')
}

async function pay(db: Database, settings: Settings, secret: string): Promise<void> {
  const [means] = rest
  const common = { reference: needed('reference'), declared: values.declared ?? false }
  if (means !== 'cash' && means !== 'transfer') throw new StartFault('Pay how: cash or transfer?')
  const payout: Payout =
    means === 'cash'
      ? { means: 'cash', ...common }
      : { means: 'transfer', ...common, iban: needed('iban'), holder: needed('holder') }
  const paid = await paySeller(db, { number: subject.toUpperCase() }, payout, { by, secret, settings })
  if (!paid.ok && paid.together)
    say('together', `${euro(paid.together.total)}, of it metals ${euro(paid.together.metals)}`)
  told(paid)
}

async function reveal(db: Database, secret: string): Promise<void> {
  const request = await readSellRequest(db, { number: subject.toUpperCase() })
  if (!request) throw new StartFault(`There is no request ${subject}`)
  const look = { who: by, why: needed('why'), secret }
  const [kind, line = '1'] = rest
  if (kind === 'serial') {
    return told(await revealSellSerial(db, { requestId: request.id, position: Number(line) - 1 }, look))
  }
  const newest = await db
    .selectFrom('identification')
    .select('id')
    .where('request_id', '=', request.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  told(await revealIdentity(db, newest?.id ?? 0, look))
}

/** Says what came of it; a refusal is named by its reason and fails the command. */
function told(result: { ok: true } | { ok: false; reason: string }): void {
  if (!result.ok) throw new StartFault(`${what} ${subject} is refused: ${result.reason}`)
  const { ok: _, ...facts } = result
  say('✓', `${what} ${subject} ${JSON.stringify(facts)}`)
}

function input(file: string): unknown {
  if (file === '') throw new StartFault(usage)
  try {
    return parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
  } catch (error) {
    throw new StartFault(`${file}: ${(error as Error).message}`)
  }
}

function needed(name: 'reference' | 'iban' | 'holder' | 'document' | 'code' | 'why'): string {
  const value = values[name]
  if (!value) throw new StartFault(`--${name} is missing`)
  return value
}

/** Euros as people write them, into cents. */
function euros(text: string | undefined): number {
  const cents = readAmount(text ?? '')
  if (!cents) throw new StartFault(`„${text ?? ''}“ is no amount in euros; write 1.290,00 or 1,290.00`)
  return cents
}

function euro(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`
}

function span({ low, high }: { low: number; high: number }): string {
  return low === high ? euro(low) : `${euro(low)} to ${euro(high)}`
}

function say(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(14)} ${text}\n`)
}

function words() {
  const text = { type: 'string' } as const
  const options = {
    by: text,
    note: text,
    carrier: text,
    code: text,
    url: text,
    value: text,
    reference: text,
    iban: text,
    holder: text,
    declared: { type: 'boolean' },
    melt: text,
    document: text,
    why: text,
  } as const
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new StartFault(`${(error as Error).message}\n${usage}`)
  }
}
