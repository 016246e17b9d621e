import { boolean, defineBlock, definePart, link, multiline, number, option, parts, text } from '../fields.ts'
import { lead, title } from '../shared-fields.ts'

const rating = definePart({
  name: 'rating',
  label: { de: 'Bewertung', en: 'Rating' },
  fields: {
    text: multiline({ label: { de: 'Wortlaut', en: 'Wording' }, required: true, maxLength: 1200 }),
    language: option({
      label: { de: 'Sprache der Bewertung', en: 'Language of the rating' },
      options: { de: { de: 'Deutsch', en: 'German' }, en: { de: 'Englisch', en: 'English' } },
      default: 'de',
    }),
    author: text({ label: { de: 'Wer', en: 'Who' }, required: true, maxLength: 80 }),
    occasion: text({
      label: { de: 'Anlass', en: 'Occasion' },
      help: { de: 'Etwa: Ankauf einer Uhr, Köln', en: 'For example: sold a watch, Cologne' },
      translatable: true,
      maxLength: 120,
    }),
    stars: number({ label: { de: 'Sterne', en: 'Stars' }, required: true, min: 1, max: 5 }),
    date: text({ label: { de: 'Datum', en: 'Date' }, format: 'date' }),
  },
})

export const schema = defineBlock({
  name: 'ratings',
  label: { de: 'Bewertungen', en: 'Ratings' },
  help: {
    de: 'Bewertungen mit ihrer Quelle. Ob sie geprüft sind, muss dabeistehen (§ 5b Abs. 3 UWG).',
    en: 'Ratings with their source. Whether they are verified must be said (section 5b (3) UWG).',
  },
  fields: {
    title,
    lead,
    source: text({
      label: { de: 'Quelle', en: 'Source' },
      help: { de: 'Wo die Bewertungen abgegeben wurden.', en: 'Where the ratings were given.' },
      translatable: true,
      required: true,
      maxLength: 120,
    }),
    sourceLink: link({ label: { de: 'Link zur Quelle', en: 'Link to the source' }, translatable: true }),
    verified: boolean({
      label: {
        de: 'Geprüft, dass sie von Kundinnen und Kunden stammen',
        en: 'Verified as coming from customers',
      },
    }),
    verification: multiline({
      label: { de: 'Wie geprüft wird', en: 'How they are verified' },
      translatable: true,
      maxLength: 600,
    }),
    score: number({ label: { de: 'Durchschnitt', en: 'Average' }, min: 1, max: 5, step: 0.1 }),
    count: number({ label: { de: 'Anzahl', en: 'Number' }, min: 0, max: 1000000 }),
    asOf: text({ label: { de: 'Stand', en: 'As of' }, format: 'date' }),
    items: parts({ label: { de: 'Bewertungen', en: 'Ratings' }, part: rating, max: 12 }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Ratings.tsx')).Ratings
export { ratingsExamples as examples } from './examples.ts'
