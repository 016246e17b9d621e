import { attribute } from './attribute.ts'
import { someOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id                 | slug              | de                | en                 | search                                                                     | de after               | en after
  date               | datum             | Datum             | Date               | Datum Datumsanzeige date                                                   | mit Datum              | with date
  day                | wochentag         | Wochentag         | Day of the week    | Wochentag Tag day                                                          | mit Wochentag          | with day of the week
  small-seconds      | kleine-sekunde    | Kleine Sekunde    | Small seconds      | kleine Sekunde small seconds subseconds                                    | mit kleiner Sekunde    | with small seconds
  chronograph        | chronograph       | Chronograph       | Chronograph        | Chronograph Chronografen Chronograf Chrono Stoppuhr chronographs stopwatch | mit Chronograph        | with chronograph
  gmt                | gmt               | GMT               | GMT                | GMT zweite Zeitzone dual time zone                                         | mit zweiter Zeitzone   | with second time zone
  world-time         | weltzeit          | Weltzeit          | World time         | Weltzeit world-time worldtimer                                 | mit Weltzeit           | with world time
  power-reserve      | gangreserve       | Gangreserve       | Power reserve      | Gangreserve Gangreserveanzeige power reserve                               | mit Gangreserveanzeige | with power reserve
  alarm              | wecker            | Wecker            | Alarm              | Wecker Alarm Armbandwecker alarm                                           | mit Wecker             | with alarm
  moon-phase         | mondphase         | Mondphase         | Moon phase         | Mondphase Mond moon-phase moonphase                                        | mit Mondphase          | with moon phase
  annual-calendar    | jahreskalender    | Jahreskalender    | Annual calendar    | Jahreskalender Kalender annual calendar                                    | mit Jahreskalender     | with annual calendar
  perpetual-calendar | ewiger-kalender   | Ewiger Kalender   | Perpetual calendar | ewiger ewigem Kalender Vollkalender perpetual calendar QP                  | mit ewigem Kalender    | with perpetual calendar
  minute-repeater    | minutenrepetition | Minutenrepetition | Minute repeater    | Minutenrepetition Repetition minute repeater                               | mit Minutenrepetition  | with minute repeater
  tourbillon         | tourbillon        | Tourbillon        | Tourbillon         | Tourbillon                                                                 | mit Tourbillon         | with tourbillon
`)

export const complications = attribute(someOf('complications', values), {
  id: 'complication',
  label: { de: 'Funktion', en: 'Complication' },
  part: 'watch',
  key: 'complications',
  filter: {
    slug: { de: 'funktion', en: 'complication' },
    panel: { watches: 120 },
    givenUp: 80,
    heading: { rank: 50 },
    values,
  },
  fact: { place: { watch: 60 }, label: { de: 'Funktionen', en: 'Complications' } },
})
