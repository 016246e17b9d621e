import { freeSlots } from '#app/shop/appointments/free-times.ts'
import { enterAppointment } from '#app/shop/appointments/staff-appointments.ts'
import { bookViewing } from '#app/shop/appointments/viewing.ts'
import { reserve } from '#app/shop/counter/reservation.ts'
import { reservationEnds, usualEnd } from '#app/shop/counter/reservation-times.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { answerEnquiry, enquiryVersion, enterEnquiry } from '#app/shop/enquiries/deal-with-enquiry.ts'
import { branchesAsOpen } from '#app/shop/settings/vacation.ts'
import { done, type MadeUpDay } from './day.ts'
import { people } from './people.ts'

/** Appointments to come and a reservation by phone. Returns how many appointments. */
export async function playVisits(day: MadeUpDay): Promise<number> {
  const { db, settings, now, member } = day
  const branch = branchesAsOpen(settings).find(({ id }) => id === day.branch)
  if (!branch) throw new Error(`the demo has no branch ${day.branch}`)
  const free = await freeSlots(db, branch, settings.buying, now)
  const [today, next, later] = [free[1], free[5], free[9]]
  if (!today || !next || !later) throw new Error('the branch of the demo is not open in the next days')

  const [piece = ''] = day.pieces(1)
  done(
    await bookViewing(
      db,
      {
        ...{
          kind: 'viewing',
          pieces: [piece],
          name: people.frieda.name,
          email: people.frieda.email,
          phone: null,
        },
        ...{
          branchId: day.branch,
          startsAt: today.startsAt,
          about: 'Ich möchte die Uhr am Handgelenk sehen.',
        },
      },
      { locale: 'de', client: null, settings },
    ),
  )
  const entered = {
    ...{ branchId: day.branch, minutes: null, staffId: null, because: null, pieces: [], note: null },
    locale: 'de',
  } as const
  for (const [kind, person, slot, about] of [
    ['selling', people.erna, next, 'Erbschmuck, etwa zwölf Teile'],
    ['other', people.emil, later, 'Armband kürzen lassen'],
  ] as const) {
    const { name, email, phone } = person
    const visit = { ...entered, kind, name, email, phone, about, startsAt: slot.startsAt }
    done(await enterAppointment(db, visit, { settings, now, by: member.name }))
  }

  const end = usualEnd(reservationEnds(branch, now), now)
  const [reserved = ''] = day.pieces(1)
  done(
    await reserve(
      db,
      {
        ...{ piece: reserved, branchId: day.branch, day: end?.day ?? '', locale: 'de', email: '' },
        ...{ name: people.paula.name, phone: people.paula.phone ?? '', note: 'Kommt nach der Arbeit.' },
      },
      { by: member.name, settings, now },
    ),
  )
  return 3
}

/** Enquiries that are open, answered and noted down from the phone. Returns how many. */
export async function playEnquiries(day: MadeUpDay): Promise<number> {
  const { db, settings, member } = day
  const [piece = ''] = day.pieces(1)
  const said = { phone: null, piece: null } as const
  const receive = async (message: Parameters<typeof receiveMessage>[1], locale: 'de' | 'en') =>
    done(await receiveMessage(db, message, { locale, client: null, settings })).id
  await receive(
    {
      ...{ ...said, name: people.otto.name, email: people.otto.email, subject: 'piece', piece },
      message: 'Ist das Stück noch da, und lässt es sich in der Filiale ansehen?',
    },
    'de',
  )
  await receive(
    {
      ...{ ...said, name: people.james.name, email: people.james.email, subject: 'question' },
      message: 'Do you ship to Belgium, and who pays for the insurance?',
    },
    'en',
  )
  const { name, email } = people.ada
  const answered = await receive(
    { ...said, name, email, subject: 'selling', message: 'Kaufen Sie auch Silberbesteck?' },
    'de',
  )
  done(
    await answerEnquiry(
      db,
      {
        ...{ id: answered, version: await enquiryVersion(db, answered), locale: 'de', state: 'answered' },
        subject: 'Ihre Frage nach Silberbesteck',
        text: `Guten Tag, ${name},\n\nja, nach Gewicht und Stempel. Bringen Sie es gern in einer unserer Filialen vorbei.\n\nMit freundlichen Grüßen\n${settings.company.name}`,
      },
      member,
    ),
  )
  const { phone } = people.erna
  done(
    await enterEnquiry(
      db,
      {
        ...{ source: 'phone', locale: 'de', name: people.erna.name, email: null, phone, piece: null },
        ...{ subject: 'order', submission: crypto.randomUUID() },
        message: 'Fragt, wann ihr Paket kommt, und bittet um Rückruf.',
      },
      member,
    ),
  )
  return 4
}
