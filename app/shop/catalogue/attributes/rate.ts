import { formatNumber } from '#app/language/formats.ts'
import { attribute } from './attribute.ts'
import { figure } from './columns.ts'

const words = {
  rate: {
    de: '{seconds}\u00a0s/Tag, auf der Zeitwaage gemessen',
    en: '{seconds}\u00a0s/day, measured on the timegrapher',
  },
}

/** Seconds a day, measured; fast is positive. */
export const rate = attribute(figure('rate_seconds', 'numeric(5, 1)', { min: -999, max: 999 }), {
  id: 'rate',
  label: { de: 'Gang', en: 'Rate' },
  part: 'watch',
  key: 'rate',
  words,
  claim: {
    de: /\b(?:geht|läuft)\s+(?:sehr\s+|auf die Sekunde\s+)?genau|ganggenau|\d\s*s(?:ekunden)?\s*(?:\/|pro|am)\s*Tag|Chronometer(?:norm|prüfung)/iu,
    en: /\b(?:runs?|keeps?)\s+(?:very\s+)?(?:accurate|true|good time|perfect time)|\d\s*s(?:econds?)?\s*(?:\/|per|a)\s*day|chronometer (?:standard|certified)/iu,
  },
  form: { rate_seconds: { unit: 's/d', help: { de: 'vorgehend ist positiv', en: 'fast is positive' } } },
  fact: {
    place: { watch: 170 },
    text: (value, say) =>
      say.in(words.rate, {
        seconds: formatNumber(value, say.locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
      }),
  },
})
