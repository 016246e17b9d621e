import { longWord, writeExamples } from '../example.ts'

export const faqExamples = writeExamples('faq', ({ say, part, doc, p, h, ul, long }) => {
  const question = (
    de: string,
    en: string,
    answer = doc(p('Ja, in beiden Filialen.', 'Yes, in both branches.')),
  ) => part('faq-item', { question: say(de, en), answer })
  return [
    {
      name: { de: 'Drei Fragen, erste aufgeklappt', en: 'Three questions, first unfolded' },
      fields: {
        title: say('Häufige Fragen', 'Frequently asked questions'),
        lead: say('Was vor dem Kauf gefragt wird.', 'What is asked before buying.'),
        openFirst: true,
        items: [
          part('faq-item', {
            question: say('Kann ich ein Stück zurückgeben?', 'Can I return a piece?'),
            answer: doc(
              p('Ja, innerhalb von vierzehn Tagen:', 'Yes, within fourteen days:'),
              ul(['online in zwei Schritten', 'online in two steps'], ['versichert', 'insured']),
              h(2, 'Und die Kosten?', 'And the costs?'),
              p('Tragen wir.', 'Are ours.'),
            ),
            anchor: 'rueckgabe',
          }),
          question('Kann ich ein Stück in der Filiale ansehen?', 'Can I see a piece in the branch?'),
          question('Ist jedes Stück echt?', 'Is every piece authentic?'),
        ],
      },
    },
    {
      name: { de: 'Eine Frage, ohne Titel', en: 'One question, no title' },
      fields: { items: [question('Und?', 'Well?')] },
    },
    {
      name: {
        de: 'Zwölf Fragen, lange Wörter, lange Antwort',
        en: 'Twelve questions, long words, long answer',
      },
      fields: {
        title: longWord,
        items: Array.from({ length: 12 }, (_, index) =>
          question(
            `${index + 1}. ${longWord}?`,
            `${index + 1}. ${longWord}?`,
            doc(...long.split('\n\n').map((text) => p(text, text))),
          ),
        ),
      },
    },
  ]
})
