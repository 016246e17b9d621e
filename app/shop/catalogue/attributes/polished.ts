import { attribute } from './attribute.ts'
import { yesNo } from './columns.ts'

const words = {
  yes: { de: 'Fachgerecht poliert', en: 'Professionally polished' },
  no: { de: 'Nicht poliert', en: 'Unpolished' },
}

export const polished = attribute(yesNo('polished'), {
  id: 'polished',
  label: { de: 'Politur', en: 'Polishing' },
  part: 'watch',
  key: 'polished',
  words,
  claim: {
    de: /\bunpoliert|\b(?:nie|nicht|fachgerecht|professionell|aufgearbeitet und)\s+poliert/iu,
    en: /\bunpolished|\b(?:never|not|professionally|expertly)\s+(?:been\s+)?polished/iu,
  },
  fact: { place: { watch: 180 }, text: (value, say) => say.in(value ? words.yes : words.no) },
})
