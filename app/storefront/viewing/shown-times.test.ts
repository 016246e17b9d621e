import { expect, test } from 'vitest'
import type { ViewingOffer } from '#app/shop/appointments/viewing-offer.ts'
import { shownPlaces, timesAfter } from './shown-times.ts'

const piece = (id: string, branchId: string | null) => ({ id, branchId, name: id, photo: null })
const branch = (id: string, times: string[]) => ({ id, name: id, city: id, address: '', times })
// The clocks go back in between: the same hour is another one in Greenwich.
const times = ['2026-10-24T08:00:00.000Z', '2026-10-24T08:30:00.000Z', '2026-10-26T09:00:00.000Z']
const offer: ViewingOffer = {
  pieces: [],
  video: true,
  later: '2026-10-25T23:00:00.000Z',
  forgetDays: 90,
  branches: [branch('koeln', times), branch('duesseldorf', times)],
}

test('what lies in the branch is seen on all its days, and what is brought from its day on', () => {
  const here = piece('1001', 'koeln')
  const [koeln, duesseldorf] = shownPlaces(offer, [here], 'viewing')
  expect(koeln).toMatchObject({ id: 'koeln', brought: null })
  expect(koeln?.days.map(({ day, times: at }) => [day, at.length])).toEqual([
    ['2026-10-24', 2],
    ['2026-10-26', 1],
  ])
  expect(duesseldorf?.brought).toEqual({ pieces: [here], day: '2026-10-26' })
  expect(duesseldorf?.days.map(({ day }) => day)).toEqual(['2026-10-26'])
})

test('by video there is one place: where the first piece lies', () => {
  const pieces = [piece('1001', 'duesseldorf'), piece('1002', null), piece('1003', 'koeln')]
  expect(shownPlaces(offer, pieces.slice(0, 2), 'video')).toMatchObject([
    { id: 'duesseldorf', brought: null },
  ])
  expect(shownPlaces(offer, pieces, 'video')).toMatchObject([
    { id: 'duesseldorf', brought: { pieces: [{ id: '1003' }] } },
  ])
})

test('where nothing is brought, pieces of two branches are seen nowhere together', () => {
  const pieces = [piece('1001', 'duesseldorf'), piece('1002', 'koeln')]
  expect(shownPlaces({ ...offer, later: null }, pieces, 'viewing')).toEqual([])
})

test('the next times after one that was taken, and the last ones before it at the end', () => {
  const [koeln] = shownPlaces(offer, [piece('1001', 'koeln')], 'viewing')
  if (!koeln) throw new Error('no place')
  expect(timesAfter(koeln, times[0] ?? '')).toEqual(times.slice(1))
  expect(timesAfter(koeln, times[2] ?? '', 2)).toEqual([times[2], times[1]])
})
