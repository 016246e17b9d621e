import { longWord, picture, toPage, writeExamples } from '../example.ts'

const text = (words: string, ...marks: { type: string; attrs?: object }[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})

export const richTextExamples = writeExamples('rich-text', ({ say, p, h, ul, doc, long, block }) => [
  {
    name: { de: 'Alles, was Text kann', en: 'Everything text can do' },
    fields: {
      text: doc(
        p(
          'Ein Stempel im Gold nennt den Feingehalt in Tausendsteln.',
          'A stamp in gold gives its fineness in thousandths.',
        ),
        h(2, 'Was die Zahl bedeutet', 'What the number means'),
        {
          type: 'paragraph',
          content: [
            text(say('Eine ', 'A ')),
            text('585', { type: 'bold' }),
            text(say(' steht für 58,5 % Gold, auf Englisch ', ' stands for 58.5 % gold, in German ')),
            text(say('fineness', 'Feingehalt'), {
              type: 'styled',
              attrs: { class: say('lang-en', 'lang-de') },
            }),
            text('. '),
            text(say('Mehr dazu auf der ', 'More on the '), { type: 'italic' }),
            text(say('Kontaktseite', 'contact page'), {
              type: 'link',
              attrs: { ...toPage('contact'), uuid: 'x', anchor: 'anfahrt' },
            }),
            text(say(' oder bei der ', ' or at the ')),
            text(say('Handwerkskammer', 'chamber of crafts'), {
              type: 'link',
              attrs: { href: 'https://www.hwk-koeln.de', linktype: 'url', target: '_blank' },
            }),
            text(', H'),
            text('2', { type: 'subscript' }),
            text('O, m'),
            text('2', { type: 'superscript' }),
            text(', '),
            text(say('gestrichen', 'struck out'), { type: 'strike' }),
            text(', '),
            text(say('markiert', 'marked'), { type: 'highlight', attrs: { color: '#ffee00' } }),
            text('.'),
          ],
        },
        h(3, 'Häufige Stempel', 'Common stamps'),
        ul(
          ['333: acht Karat', '333: eight carat'],
          ['585: vierzehn Karat', '585: fourteen carat'],
          ['750: achtzehn Karat', '750: eighteen carat'],
        ),
        {
          type: 'ordered_list',
          attrs: { order: 1 },
          content: [
            { type: 'list_item', content: [p('Stempel suchen', 'Find the stamp')] },
            { type: 'list_item', content: [p('Wiegen', 'Weigh')] },
          ],
        },
        {
          type: 'blockquote',
          content: [p('Ein Stempel ist ein Hinweis, kein Beweis.', 'A stamp is a hint, not a proof.')],
        },
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: ['Stempel', 'Karat', 'Verwendung'].map((head, index) => ({
                type: 'tableHeader',
                content: [p(head, ['Stamp', 'Carat', 'Use'][index] ?? head)],
              })),
            },
            {
              type: 'tableRow',
              content: [
                { type: 'tableCell', content: [p('585', '585')] },
                { type: 'tableCell', content: [p('14', '14')] },
                { type: 'tableCell', content: [p('Deutscher Standard', 'German standard')] },
              ],
            },
          ],
        },
        { type: 'horizontal_rule' },
        {
          type: 'image',
          attrs: {
            src: '/api/assets/editorial/gold.jpg',
            alt: say('Barren und Münzen', 'Bars and coins'),
            width: 1600,
            height: 1000,
          },
        },
        {
          type: 'blok',
          attrs: {
            body: [
              block('button', { label: say('Frage stellen', 'Ask a question'), link: toPage('contact') }),
            ],
          },
        },
      ),
    },
  },
  {
    name: { de: '400 Wörter in zwei Spalten', en: '400 words in two columns' },
    fields: {
      text: doc(...long.split('\n\n').map((paragraph) => p(paragraph, paragraph))),
      width: 'columns',
    },
  },
  {
    name: { de: 'Überschriften links', en: 'Headings left' },
    fields: {
      text: doc(
        p('Diese Bedingungen gelten für beide Filialen.', 'These terms hold for both branches.'),
        h(2, 'Verantwortlich', 'Responsible'),
        p('Rheingold Uhren und Schmuck GmbH.', 'Rheingold Uhren und Schmuck GmbH.'),
        h(3, 'Aufsicht', 'Supervision'),
        p('Das Gewerbeamt der Stadt.', 'The trade office of the city.'),
        h(2, 'Edelmetallhandelsgesetzdurchführungsverordnungsentwurf', 'Precious metals'),
        p(long, long),
      ),
      width: 'aside',
    },
  },
  {
    name: { de: 'Groß und mittig', en: 'Large and centred' },
    fields: {
      text: doc(p('Jede Spur wird fotografiert.', 'Every mark is photographed.')),
      size: 'large',
      align: 'center',
    },
  },
  {
    name: { de: 'Kleingedrucktes mit langem Wort', en: 'Small print with a long word' },
    fields: { text: doc(p(`Es gilt die ${longWord}.`, `The ${longWord} applies.`)), size: 'small' },
  },
  {
    name: { de: 'Überschriften in falscher Ordnung', en: 'Headings out of order' },
    fields: {
      text: doc(
        h(4, 'Zuerst die vierte', 'The fourth first'),
        p('Text', 'Text'),
        h(1, 'Dann die erste', 'Then the first'),
        p('Text', 'Text'),
        h(6, 'Und die sechste', 'And the sixth'),
        {
          type: 'paragraph',
          content: [{ type: 'image', attrs: { src: picture('pearls.jpg', '').filename } }],
        },
      ),
    },
  },
])
