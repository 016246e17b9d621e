import { StartFault } from '#app/platform/start-fault.ts'
import { forgetFormerSecrets } from '#app/shop/buying/known-secret.ts'
import { reseal, sealedKinds } from '#app/shop/buying/reseal.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { actingStaff, givenBy } from './acting-staff.ts'
import { defineCommand } from './command.ts'
import { onShop } from './shop.ts'

/** After a change of the shop's secret: what is stored is sealed under the present one, so that the former may go. */
export const resealStored = defineCommand({
  name: 'reseal',
  usage: `npm run reseal    seals serial numbers and sellers under the present secret; may be interrupted and run again
--by <name>: the member of staff who does it, by name or address; else your account of the machine.`,
  options: { by: { type: 'string' } },
  read: (words, values) => (words.length === 0 ? { by: givenBy(values) } : null),
  run: (wish, { env, say }) =>
    onShop(env, async ({ db, secret }) => {
      const by = (await actingStaff(db, wish.by, 'settings.change')).name
      let unreadable = 0
      for (const kind of sealedKinds) {
        const done = await reseal(db, kind, secret)
        unreadable += done.unreadable
        say(`${String(done.sealed).padStart(8)}  ${kind}`)
      }
      if (unreadable > 0)
        throw new StartFault(
          `${unreadable} cannot be opened with the secrets that are set; keep the former one and set the missing one`,
        )
      await forgetFormerSecrets(db, secret)
      await noteStaffAct(db, { kind: 'seals', about: 'everything sealed under the present secret', by })
      say('Everything is sealed under the present secret; the former one may be removed.')
    }),
})
