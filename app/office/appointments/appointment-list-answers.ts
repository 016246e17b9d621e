import { officeMessages } from '#app/language/messages/office.ts'
import {
  appointmentBatches,
  type ListedAppointment,
  listAppointments,
} from '#app/shop/appointments/appointment-list.ts'
import { appointmentShape } from '#app/shop/appointments/appointment-shape.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { screen } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { listFile, wantsFile, withViews } from '../list/list-answer.ts'
import { peopleOf } from './people.ts'

const shownRow = ({ startsAt, endsAt, madeAt, ...row }: ListedAppointment) => ({
  ...row,
  ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), madeAt: madeAt.toISOString() },
})

export const appointmentListScreens = {
  'appointment-list': screen({
    permission: 'appointments.see',
    load: async (request, { query }) => {
      const { app, member, now } = request
      const asked = readAsked(appointmentShape, query)
      const { branches } = await currentSettings(app.db)
      const branchOf = (id: string) => branches.find((branch) => branch.id === id)?.name ?? id
      if (wantsFile(query)) {
        const { appointments: words } = (await officeMessages(member.locale)).office
        const { kinds, states } = words
        const { columns } = words.list
        const { day, clock } = officeFormats(member.locale)
        throw listFile<ListedAppointment>(request, {
          name: member.locale === 'de' ? 'termine' : 'appointments',
          batches: appointmentBatches(app.db, asked, now),
          columns: [
            [columns.day, ({ startsAt }) => day(startsAt)],
            [columns.from, ({ startsAt }) => clock(startsAt)],
            [columns.until, ({ endsAt }) => clock(endsAt)],
            [columns.branch, ({ branch }) => branchOf(branch)],
            [columns.staff, ({ staff }) => staff ?? ''],
            [columns.kind, ({ kind }) => kinds[kind]],
            [columns.state, ({ state }) => states[state]],
            [columns.name, ({ name }) => name ?? ''],
            [columns.phone, ({ phone }) => phone ?? ''],
            [columns.email, ({ email }) => email ?? ''],
            [
              columns.about,
              ({ request, piece, more, about }) =>
                [request, piece, more > 0 ? `+${more}` : null, about].filter(Boolean).join(' · '),
            ],
          ],
        })
      }
      const found = await listAppointments(app.db, asked, now)
      return {
        list: await withViews(request, 'appointments', { ...found, rows: found.rows.map(shownRow) }),
        branches: branches.map(({ id, name }) => ({ value: id, label: name })),
        people: (await peopleOf(app.db)).map(({ id, name }) => ({ value: String(id), label: name })),
      }
    },
  }),
} as const
