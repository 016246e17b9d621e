import { officeMessages } from '#app/language/messages/office.ts'
import {
  type ListedRequest,
  listRequests,
  requestBatches,
  requestBoard,
} from '#app/shop/buying/request-list.ts'
import { requestListShape } from '#app/shop/buying/request-list-shape.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { screen } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { type FileColumns, listFile, wantsFile, withViews } from '../list/list-answer.ts'
import type { Told } from '../today/today-answers.ts'

export type ShownRequest = Told<ListedRequest>

const told = (rows: ListedRequest[]) => JSON.parse(JSON.stringify(rows)) as ShownRequest[]

export const requestListScreens = {
  requests: screen({
    permission: 'purchases.see',
    load: async (request, { query }) => {
      const { app, member, now } = request
      const asked = readAsked(requestListShape, query)
      const settings = await currentSettings(app.db)
      const branches = settings.branches.map(({ id, name }) => ({ value: id, label: name }))
      if (wantsFile(query)) {
        const { requests: words } = (await officeMessages(member.locale)).office
        const { day, fileAmount } = officeFormats(member.locale)
        const euros = (cents: number | null) => (cents === null ? '' : fileAmount(cents))
        const { columns, states, kinds } = words
        const file: FileColumns<ListedRequest> = [
          [columns.number, ({ number }) => number],
          [columns.submitted, ({ submittedAt }) => day(submittedAt)],
          [columns.state, ({ status }) => states[status]],
          [columns.since, ({ since }) => day(since)],
          [columns.kind, ({ kind }) => kinds[kind]],
          [columns.name, ({ name }) => name ?? ''],
          [columns.email, ({ email }) => email ?? ''],
          [columns.phone, ({ phone }) => phone ?? ''],
          [columns.branch, ({ branch }) => branches.find(({ value }) => value === branch)?.label ?? ''],
          [columns.from, ({ lowCents }) => euros(lowCents)],
          [columns.amount, ({ highCents }) => euros(highCents)],
        ]
        throw listFile(request, {
          name: 'requests',
          columns: file,
          batches: requestBatches(app.db, asked, now),
        })
      }
      const shown = { branches, now: now.toISOString() }
      if (query.get('as') === 'list') {
        const found = await listRequests(app.db, asked, now)
        const list = await withViews(request, 'requests', { ...found, rows: told(found.rows) })
        return { ...shown, list, board: null }
      }
      const board = await requestBoard(app.db, asked, now)
      return {
        ...shown,
        list: null,
        board: board.map((column) => ({ ...column, rows: column.rows && told(column.rows) })),
      }
    },
  }),
} as const
