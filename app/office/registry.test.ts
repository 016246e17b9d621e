import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Action, OpenAction } from './answer.ts'
import { officeActions } from './registry.ts'

/** How an input names what was seen: a version, a revision, or the very values. */
const seenNames = ['version', 'revision', 'from', 'seen', 'checkedVersion', 'nextTryAt', 'plan']

const reads = 'changes nothing'
const adds = 'only adds: what is there stays as it is'
const signsIn = 'begins, proves or ends a session: there is nothing of others to overwrite'

/** Actions that name nothing they saw, and why nothing is overwritten silently all the same. */
const reasons: Record<string, string> = {
  'pieces.rows': reads,
  'pieces.numbers': reads,
  'pieces.preview-bulk': reads,
  'pieces.preview-paste': reads,
  'appointments.free': reads,
  'palette.find': reads,
  'palette.open-code': reads,
  'settings.preview': reads,
  'piece.names': reads,
  'piece.reference': reads,
  'piece.certificate': reads,
  'camera.look': reads,
  'accounts.open-link': reads,

  'people.correctable': reads,
  'people.export': `${reads}, and says that it was asked for`,
  'enquiries.keep-draft': 'the draft is one’s own',
  'enquiries.enter': `${adds}, and the same form twice is once`,

  'purchases.value': reads,
  'purchases.find-sellers': reads,
  'purchases.find-identity': reads,

  'purchases.add-photo': adds,
  'purchases.remove-photo': 'names the very photo; twice is once',
  'purchases.stock': 'the lines of one paid receipt; twice is once',
  'purchases.read-compliance': `${adds}: who looked, and why`,
  'purchases.reveal-identity': `${adds}: who looked, and why`,
  'purchases.reveal-serial': `${adds}: who looked, and why`,
  'pieces.create': adds,
  'pieces.duplicate': adds,
  'views.save': `${adds}, and a name that is taken is refused`,
  'settings.add-branch': `${adds}, and an id that is taken is refused`,
  'staff.invite': `${adds}, and an address that is taken is refused`,
  'piece.reveal-serial': `${adds}: who looked, and why`,
  'piece.check-theft': adds,
  'piece.sign-test-sheet': `${adds}: sheets are numbered, none is changed`,
  'piece.add-flaw': adds,
  'piece.add-cost': adds,
  'piece.take-back-cost': 'adds a counter-entry to one that is named and never changes; twice is once',
  'melting.find': reads,
  'melting.open': adds,
  'piece.confirm-flaw': 'names the photo that was seen: another may have replaced it',
  'appointments.enter': adds,
  'photos.add': adds,
  'requests.write': adds,
  'camera.add': adds,
  'stock.upload': adds,
  'stock.begin-count': `${adds}, and of each branch one is open at a time`,
  'stock.scan': `${adds}: a piece that was found before is found once`,
  'stock.remove-code': 'names the very code that was misread; twice is once',
  'stock.take-back': 'names the scan itself: of a piece that was found again since, that one stays',
  'accounts.add-passkey-options': `${adds}: a challenge, which is answered once`,
  'accounts.add-passkey': adds,

  'bank.preview': reads,
  'bank.history': reads,
  'bank.read': `${adds}, and a line that is known is known`,
  'bank.set-aside': 'a line that is booked or set aside by now is refused',
  'withdrawals.accept': 'a declaration that was answered by now is refused',
  'withdrawals.refuse': 'a declaration that was answered by now is refused',
  'withdrawals.add-photo': adds,
  'withdrawals.remove-photo': 'names the very photo; twice is once',
  'withdrawals.relist': 'a piece that is on sale by now is refused',

  'pieces.undo-bulk': 'puts back only what is still as the change left it, and says what was left alone',
  'metal-prices.settle': 'names the very price that waits',
  'today.settle-price': 'names the very price that waits',
  'mails.retry': 'has a mail sent that is not sent yet; twice is once',
  'appointments.make-feed': 'the link is one’s own, and takes the place of one’s own alone',
  'appointments.end-feed': 'ends a link of one’s own alone; twice is once',
  'appointments.unblock': 'names the very time that is blocked; twice is once',
  'requests.preview-message': reads,
  'orders.preview-cancel': reads,
  'orders.note': adds,
  'orders.add-proof': `${adds}; the same file twice is once`,
  'orders.send-mails': 'has mails sent that wait; twice is once',

  'stock.discard': 'the list is one’s own, and one that is or was being imported is refused',
  'photos.open-link': 'the link is one’s own, and takes the place of one’s own alone',
  'photos.end-link': 'ends links of one’s own alone; twice is once',
  'presence.open': 'says of oneself alone what one has open',
  'presence.close': 'says of oneself alone what one has open',

  'counter-sale.find': reads,
  'counter-sale.buyers': reads,
  'counter-sale.judge': reads,
  'counter-sale.remove': 'lets go of what this very sale holds; of nothing, where another has it',
  'counter-sale.finish': 'names each piece with the price on its label, and the sale; twice is once',
  'counter-sale.paid-back': 'names the very refund; twice is once',
  'reservations.make': `${adds}, and of two who want a piece one has it`,

  'accounts.sign-in': signsIn,
  'accounts.passkey-options': signsIn,
  'accounts.passkey-sign-in': signsIn,
  'accounts.sign-out': signsIn,
  'accounts.prove': signsIn,
  'accounts.prove-options': signsIn,
  'accounts.prove-passkey': signsIn,
  'accounts.end-session': signsIn,
  'accounts.end-other-sessions': signsIn,
  'accounts.ask-reset': 'sends a link; nothing of the account changes',
  'accounts.set-password': 'the link, which is good once, names the account that was seen',
  'accounts.change-password': 'nobody is shown a password: whichever there is, it is to be another one',
  'accounts.begin-codes': 'refused where codes are on; a key that was begun before guards nothing yet',
  'accounts.confirm-codes': 'the code names the key that was seen: of another one it is wrong',
  'accounts.end-codes':
    'a fresh proof ends codes, whichever app gives them; nothing that was typed is in them',
  'accounts.new-recovery-codes':
    'replaces all former codes by intent and says so: they were shown once alone',
}

/** The names of everything in an input, how deep ever it lies. */
function namesIn(input: z.ZodType): string[] {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), (_, value) => {
    if (typeof value?.properties === 'object') names.push(...Object.keys(value.properties))
    return value
  })
  return names
}

const actions = Object.entries<Action | OpenAction>(officeActions)
const namesSeen = ({ input }: Action | OpenAction) => namesIn(input).some((name) => seenNames.includes(name))

describe('every action of the office says what it began from, or why that need not be', () => {
  test('what names nothing it saw stands in the list with its reason, and nothing else does', () => {
    const silent = actions.filter(([, declared]) => !namesSeen(declared)).map(([name]) => name)
    expect(silent.toSorted()).toEqual(Object.keys(reasons).toSorted())
  })

  test.each([
    ['piece.save', 'version'],
    ['piece.change-flaw', 'from'],
    ['pieces.make-bulk', 'version'],
    ['settings.order-branches', 'from'],
    ['stock.import', 'checkedVersion'],
  ] as const)('%s is seen to name its %s', (name, of) => {
    expect(namesIn(officeActions[name].input)).toContain(of)
  })

  test('what was seen cannot be left out', () => {
    const optional = actions.flatMap(([name, { input }]) => {
      if (!(input instanceof z.ZodObject)) return []
      const given = Object.entries(input.shape as Record<string, z.ZodType>)
      return given
        .filter(([part, type]) => seenNames.includes(part) && type.safeParse(undefined).success)
        .map(([part]) => `${name}: ${part}`)
    })
    expect(optional).toEqual([])
  })
})
