import { useTranslations } from 'use-intl'
import type { Shown } from '../frame/calls.ts'
import { useMember } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'

export type ShownDay = Shown<'appointments'>['days'][number]
export type ShownItem = ShownDay['appointments'][number]

/** Words for a day of the calendar and for what lies on it. */
export function useDayWords() {
  const t = useTranslations('office.appointments')
  const { locale } = useMember()
  const { shortDay, longDay, weekday } = useFormats()
  const { branches, branch } = useShown<'appointments'>()
  const nameOf = (id: string) => branches.find((each) => each.id === id)?.name ?? id
  return {
    ...{ shortDay, longDay, weekday },
    /** When it is open, or why it is not: of each branch, where there are several. */
    hours: ({ branches: open }: ShownDay) =>
      open.map(({ branchId, periods, label }) => {
        const said = periods.map(([from, until]) => `${from}–${until}`).join(', ') || t('closed')
        return {
          key: branchId,
          isOpen: periods.length > 0,
          text: [open.length > 1 ? `${nameOf(branchId)}:` : '', said, label?.[locale]]
            .filter(Boolean)
            .join(' '),
        }
      }),
    item: ({ name, kind, about, staff, branchId, state, isBlocked, lacksLink }: ShownItem) => ({
      main: name ?? t('forgotten'),
      more: [
        isBlocked && t('inBlocked'),
        lacksLink && t('lacksLink'),
        ...[t(`kinds.${kind}`), about, staff, branch === null ? nameOf(branchId) : null, stateWord(state, t)],
      ]
        .filter(Boolean)
        .join(' · '),
    }),
    absence: ({ branchId, staff, reason }: ShownDay['absences'][number]) =>
      [t('blocked'), branchId === null ? staff : nameOf(branchId), reason].filter(Boolean).join(' · '),
  }
}

type Words = ReturnType<typeof useTranslations<'office.appointments'>>

/** What is said of a state; of one that is ahead nothing. */
const stateWord = (state: ShownItem['state'], t: Words) => (state === 'ahead' ? null : t(`states.${state}`))
