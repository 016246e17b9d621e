import { z } from 'zod'
import type { Bilingual } from '#app/language/locales.ts'
import { attribute } from './attribute.ts'
import { bilingual, partialDate, together } from './columns.ts'

const on = partialDate('serviced_on')
const by = bilingual('serviced_by')

/** When a watch was last serviced, and by whom. */
export const service = attribute(
  together<{ on: typeof on; by: typeof by }, { on: string; by: Bilingual | null } | null>(
    { on, by },
    z.strictObject({ on: on.schema, by: by.schema.nullish().transform((value) => value ?? null) }),
    ({ on, by }) => (on === null ? null : { on, by }),
  ),
  {
    id: 'service',
    label: { de: 'Service', en: 'Service' },
    part: 'watch',
    key: 'serviced',
    claim: {
      de: /(?<!\p{L})(?:gewartet|revidiert|generalüberholt|überholt|Revision|Wartung|Service(?!-?(?:heft|buch)))/iu,
      en: /\b(?:serviced|overhaul(?:ed)?|maintained|service(?! (?:booklet|book|papers)))\b/iu,
    },
    form: {
      serviced_on: { label: { de: 'Letzter Service', en: 'Last service' } },
      serviced_by: { label: { de: 'Service durch', en: 'Serviced by' } },
    },
    fact: {
      place: { watch: 160 },
      first: { watch: 20 },
      text: (value, say) => [say.date(value.on), value.by?.[say.locale]],
    },
  },
)
