import { picture, toPage, writeExamples } from '../example.ts'

export const closureContactCtaExamples = writeExamples('closure-contact-cta', ({ say, block }) => {
  const actions = () => [
    block('button', { label: say('Nachricht schreiben', 'Write a message'), link: toPage('contact') }),
    block('button', { label: say('Häufige Fragen', 'Questions'), link: toPage('faq'), variant: 'quiet' }),
  ]
  return [
    {
      name: { de: 'Mit Telefon und Zeiten', en: 'With phone and hours' },
      fields: {
        eyebrow: say('Fragen?', 'Questions?'),
        title: say('Sprechen Sie mit uns, bevor Sie sich entscheiden', 'Talk to us before you decide'),
        text: say('Am Telefon, per Nachricht oder in der Filiale.', 'By phone, by message or in the branch.'),
        showPhone: true,
        showHours: true,
        actions: actions(),
      },
    },
    {
      name: { de: 'Mit Bild', en: 'With picture' },
      fields: {
        title: say('Kommen Sie vorbei', 'Come and see us'),
        showPhone: true,
        actions: actions(),
        image: picture('ring-tray.jpg', say('Ringe in einer Lade', 'Rings in a tray')),
      },
    },
    { name: { de: 'Nur Titel', en: 'Title only' }, fields: { title: say('Fragen?', 'Questions?') } },
  ]
})
