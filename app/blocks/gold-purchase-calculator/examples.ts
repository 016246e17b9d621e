import { writeExamples } from '../example.ts'

export const goldPurchaseCalculatorExamples = writeExamples('gold-purchase-calculator', ({ say }) => [
  {
    name: { de: 'Ganzer Rechner', en: 'Whole calculator' },
    fields: {
      eyebrow: say('Goldankauf', 'Buying gold'),
      title: say('Was Ihr altes Gold heute wert ist', 'What your old gold is worth today'),
      lead: say(
        'Wir rechnen offen: Gewicht, Feingehalt, Tageskurs, Auszahlung.',
        'We calculate openly: weight, fineness, price, payout.',
      ),
      note: say('Zahngold bewerten wir nach der Schmelze.', 'Dental gold is valued after melting.'),
    },
  },
  { name: { de: 'Eine Zeile', en: 'One line' }, fields: { variant: 'small' } },
  { name: { de: 'Auszahlungssätze', en: 'Payout rates' }, fields: { rates: true } },
])
