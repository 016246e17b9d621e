import type { BlockOf } from '../block.ts'
import type { BlockData } from '../declaration.ts'
import { boolean, defineBlock, multiline, option } from '../fields.ts'
import { eyebrow, lead, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'gold-purchase-calculator',
  label: { de: 'Goldankaufsrechner', en: 'Gold purchase calculator' },
  help: {
    de: 'Der Rechner mit Tageskurs. Auf englischen Seiten ist er immer ganz, denn die Rechnerseite ist deutsch.',
    en: 'The calculator with the price of the day. On English pages it is always whole, for its own page is German.',
  },
  fields: {
    eyebrow,
    title,
    lead,
    variant: option({
      label: { de: 'Größe', en: 'Size' },
      options: {
        full: { de: 'Ganzer Rechner', en: 'Whole calculator' },
        small: { de: 'Eine Zeile, weiter auf der Rechnerseite', en: 'One line, on to the calculator page' },
      },
      default: 'full',
    }),
    rates: boolean({
      label: { de: 'Nur die Auszahlungssätze', en: 'Payout rates only' },
      help: {
        de: 'Statt des Rechners eine Tabelle der Sätze, die gerade gelten.',
        en: 'Instead of the calculator a table of the rates that hold now.',
      },
    }),
    note: multiline({
      label: { de: 'Hinweis', en: 'Note' },
      help: {
        de: 'Steht unter dem Ergebnis, zusätzlich zum Hinweis auf die Unverbindlichkeit.',
        en: 'Stands below the result, beside the note that it is not binding.',
      },
      translatable: true,
      maxLength: 600,
    }),
  },
})

export const rhythm = 'section'
export const hydration = {
  when: 'load',
  // One line, whose form is sent, and a table.
  unless: (block: BlockOf<'gold-purchase-calculator'>, data?: BlockData<'gold-purchase-calculator'>) =>
    block.rates || (block.variant === 'small' && !data?.whole),
} as const
export const component = async () => (await import('./GoldPurchaseCalculator.tsx')).GoldPurchaseCalculator
export const loader = async () => (await import('./loader.ts')).loadGoldPurchaseCalculator
export { goldPurchaseCalculatorExamples as examples } from './examples.ts'
