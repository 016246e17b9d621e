import { useTranslations } from 'use-intl'
import type { ShownRequest } from './request-list-answers.ts'
import { useSaidRequest } from './use-said-request.ts'

/** What is due with a request, and by when. */
export function useDue() {
  const t = useTranslations('office.requests')
  const { day, lastDay, moment } = useSaidRequest()
  return ({ due, overdue, group }: Pick<ShownRequest, 'due' | 'overdue' | 'group'>): string => {
    if (!due) return ''
    const said = t(`due.${due.what}`, {
      ...{
        group,
        day:
          due.what === 'appointment' ? moment(due.by) : due.what === 'ends' ? lastDay(due.by) : day(due.by),
      },
    })
    return overdue ? `${said}, ${t('overdue')}` : said
  }
}
