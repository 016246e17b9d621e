import { z } from 'zod'
import { attribute } from './attribute.ts'
import { text, together } from './columns.ts'

const lab = text('report_lab')
const number = text('report_number')

const words = { numbered: { de: '{lab}, Nr. {number}', en: '{lab}, no. {number}' } }

/** What a laboratory found. */
export const report = attribute(
  together<{ lab: typeof lab; number: typeof number }, { lab: string; number: string | null } | null>(
    { lab, number },
    z.strictObject({ lab: lab.schema, number: number.schema.nullish().transform((value) => value ?? null) }),
    ({ lab, number }) => (lab === null ? null : { lab, number }),
  ),
  {
    id: 'report',
    label: { de: 'Gutachten', en: 'Report' },
    part: 'piece',
    key: 'report',
    file: { in: { jewellery: 'optional' } },
    words,
    form: {
      report_lab: { label: { de: 'Gutachten von', en: 'Report by' } },
      report_number: { label: { de: 'Nummer des Gutachtens', en: 'Number of the report' } },
    },
    fact: {
      place: { watch: 10, jewellery: 10, bullion: 10 },
      first: { watch: 50, jewellery: 50, bullion: 50 },
      group: 'papers',
      text: ({ lab, number }, say) => (number === null ? lab : say.in(words.numbered, { lab, number })),
      asWritten: true,
    },
    search: { reading: 'words', column: 'report_lab' },
  },
)
