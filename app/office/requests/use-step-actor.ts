import { useTranslations } from 'use-intl'

/** Who took a step, in words: the seller, the shop by itself, or a member by name. */
export function useStepActor(): (actor: string) => string {
  const t = useTranslations('office.requests.one.by')
  return (actor) => (actor === 'seller' || actor === 'shop' ? t(actor) : actor)
}
