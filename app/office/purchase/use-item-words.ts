import { useTranslations } from 'use-intl'
import {
  coinNames,
  findValuable,
  goldStamps,
  type Metal,
  type Valuable,
  valuables,
} from '#app/shop/buying/valuables.ts'
import { useFormats } from '../frame/use-formats.ts'

type CoinName = (typeof coinNames)[number]

/** What can be bought by its metal, in words: `Gold 585 (14 Karat)`. */
export function useItemWords() {
  const t = useTranslations('office.purchase.valuables')
  const { typedNumber } = useFormats()
  const stampOf = (valuable: Valuable) => valuable.id.split('-').at(-1) ?? ''
  const nameOf = (id: string): string => {
    const valuable = findValuable(id)
    if (!valuable) return id
    const stamp = Number(stampOf(valuable))
    const said = typedNumber(stamp, 1)
    if (valuable.group === 'coin') {
      const coin = coinNames.find((name): name is CoinName => id === `coin-${name}`)
      return coin ? t(`coins.${coin}`) : id
    }
    if (valuable.group === 'bar') return t('bar', { stamp: said })
    if (valuable.group === 'dental') return t(id === 'dental-white' ? 'dental.white' : 'dental.yellow')
    const metal = t(`metals.${valuable.group as Metal}`)
    if (id.endsWith('-unknown')) return t('unknown', { metal })
    if ('worth' in valuable) return t('plateStamp', { stamp: said })
    const gold = valuable.group === 'gold' && goldStamps.find((each) => each.stamp === stamp)
    return gold
      ? t('goldStamp', { stamp: said, carat: typedNumber(gold.carat) })
      : t('stamp', { metal, stamp: said })
  }
  const groupsOf = (coins: boolean) => {
    const wanted = valuables.filter(({ group }) => (group === 'coin' || group === 'bar') === coins)
    const groups = [...new Set(wanted.map(({ group }) => group))]
    if (coins) groups.sort((a, b) => (a === 'coin' ? -1 : b === 'coin' ? 1 : 0))
    return groups.map((group) => ({
      group,
      name: t(`groups.${group}`),
      items: wanted.filter((each) => each.group === group).map(({ id }) => ({ id, name: nameOf(id) })),
    }))
  }
  return { nameOf, groupsOf }
}
