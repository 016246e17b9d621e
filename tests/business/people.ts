import { ernaMuster } from '../selling.ts'
import type { Books } from './books.ts'

/** Somebody who comes again: buys in the branch and sells to us there, and is known by name, address and document. */
export type Regular = { givenNames: string; surname: string; street: string; birthDate: string; card: string }

export const regulars: readonly Regular[] = [
  ['Ada', 'Auer', 'Am Hof 3', '1958-02-11', 'L0AUER001'],
  ['Bruno', 'Beck', 'Breite Straße 14', '1971-07-30', 'L0BECK002'],
  ['Carla', 'Conrads', 'Cäcilienstraße 2', '1966-11-05', 'L0CONR003'],
  ['Dieter', 'Dahl', 'Domkloster 1', '1949-04-19', 'L0DAHL004'],
  ['Edda', 'Esser', 'Ehrenstraße 88', '1983-09-23', 'L0ESSE005'],
].map(([givenNames = '', surname = '', street = '', birthDate = '', card = '']) => ({
  ...{ givenNames, surname, street, birthDate, card },
}))

const place = { postalCode: '50667', city: 'Köln', country: 'DE' }

/** As an invoice names them. */
export const buyerOf = ({ givenNames, surname, street }: Regular) => ({
  ...{ name: `${givenNames} ${surname}`, company: '', street, ...place },
})

/** As their document says, with all that the law asks of whoever pays much in cash where that is wanted. */
export const identityOf = (
  { givenNames, surname, street, birthDate, card }: Regular,
  { isComplete }: { isComplete: boolean },
) => ({
  ...ernaMuster(),
  ...{ givenNames, surname, birthDate },
  address: { street, ...place },
  document: { ...ernaMuster().document, number: card },
  complete: isComplete
    ? { birthPlace: 'Köln', beneficialOwner: null, politicallyExposed: false, copy: 'Ordner 7' }
    : null,
})

/** Cents of a deal, and of them what is for precious metal as such. */
export type Cash = { cents: number; metalCents: number }

/**
 * The law on cash, German and from 10 July 2027 on European: from which amounts somebody is identified wholly, and from
 * which cash is forbidden. Deals of one person within a year, whichever way the money went, count as one.
 */
export function cashLaw(books: Books, person: Regular | null, deal: Cash, today = new Date()) {
  const isEuropean = today.toISOString().slice(0, 10) >= '2027-07-10'
  const limits = isEuropean
    ? { goods: 300_000, metals: 300_000, ban: 1_000_000 }
    : { goods: 1_000_000, metals: 200_000, ban: Number.POSITIVE_INFINITY }
  const before = books.cash.filter((each) => person !== null && each.person === person && !each.isUndone)
  const within = (days: number) => {
    const all = [deal, ...before.filter(({ day }) => books.day - day < days)]
    const cents = all.reduce((total, each) => total + each.cents, 0)
    const metals = all.reduce((total, each) => total + each.metalCents, 0)
    return {
      isForbidden: cents >= limits.ban,
      isIdentified: cents >= limits.goods || metals >= limits.metals,
      cents,
    }
  }
  const [year, longer] = [within(365), within(366)]
  // On the very day a year later it depends on the hour.
  const isDoubtful = year.isForbidden !== longer.isForbidden || year.isIdentified !== longer.isIdentified
  return { ...year, isDoubtful }
}
