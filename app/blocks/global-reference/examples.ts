import { type BlockExample, toPage, writeExamples } from '../example.ts'

export const globalReferenceExamples = writeExamples('global-reference', ({ say, block }) => {
  const shared = (body: BlockExample['block'][]) => ({
    uuid: 'b6a3c9d2-0c53-4a38-8a6d-51a3f1f9a001',
    name: say('Kontakt zum Schluss', 'Closing contact'),
    full_slug: 'global/closure-contact',
    content: { component: 'global', _uid: 'shared', body },
  })
  return [
    {
      name: { de: 'Ein gemeinsamer Block', en: 'One shared block' },
      fields: {
        reference: shared([
          block('closure-contact-cta', {
            title: say('Fragen zu einem Stück?', 'Questions about a piece?'),
            showPhone: true,
            actions: [block('button', { label: say('Schreiben', 'Write'), link: toPage('contact') })],
          }),
        ]),
      },
    },
    {
      name: { de: 'Leerer gemeinsamer Inhalt', en: 'Empty shared content' },
      fields: { reference: shared([]) },
    },
  ]
})
