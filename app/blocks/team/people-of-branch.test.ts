import { expect, test } from 'vitest'
import { peopleOfBranch } from './people-of-branch.ts'

const team = {
  de: [
    { name: 'Clara Wessel', role: 'Goldschmiedemeisterin', place: 'Köln' },
    { name: 'Tarik Aydın', role: 'Leiter der Filiale', place: 'Düsseldorf' },
    { name: 'Henrike Solms', place: 'Köln, am Telefon für beide Filialen' },
  ],
  en: [
    { name: 'Clara Wessel', role: 'Master goldsmith', place: 'Cologne' },
    { name: 'Tarik Aydın', role: 'Head of the branch', place: 'Düsseldorf' },
    { name: 'Henrike Solms', place: 'Cologne' },
  ],
}

const findStory = async (locale: 'de' | 'en') =>
  ({
    story: {
      content: { component: 'page', title: 'Team', body: [{ component: 'team', members: team[locale] }] },
    },
  }) as never

test('who works in a branch, in the words of the page, however its city is called there', async () => {
  const asked = { stories: { findStory }, apiUrl: '/api' }
  expect(await peopleOfBranch('Köln', { ...asked, locale: 'en' })).toEqual([
    { name: 'Clara Wessel', role: 'Master goldsmith' },
    { name: 'Henrike Solms', role: null },
  ])
  expect(await peopleOfBranch('Düsseldorf', { ...asked, locale: 'de' })).toEqual([
    { name: 'Tarik Aydın', role: 'Leiter der Filiale' },
  ])
  expect(await peopleOfBranch('Bonn', { ...asked, locale: 'de' })).toEqual([])
  const none = { stories: { findStory: async () => null }, apiUrl: '/api' }
  expect(await peopleOfBranch('Köln', { ...none, locale: 'de' })).toEqual([])
})
