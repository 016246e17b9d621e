import { asset, blocks, defineBlock, link, multiline, option, text } from '../fields.ts'
import { eyebrow, iconName, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'tile',
  label: { de: 'Kachel', en: 'Tile' },
  help: {
    de: 'Ein kurzer Gedanke: Titel, Text, auf Wunsch Zeichen, Bild, Link oder andere Blöcke.',
    en: 'One short thought: title, text and, if wanted, icon, picture, link or other blocks.',
  },
  fields: {
    eyebrow,
    title,
    text: multiline({ label: { de: 'Text', en: 'Text' }, translatable: true, maxLength: 3000 }),
    icon: iconName,
    image: asset({ label: { de: 'Bild', en: 'Picture' }, translatable: true }),
    link: link({ label: { de: 'Link', en: 'Link' }, translatable: true }),
    linkLabel: text({
      label: { de: 'Beschriftung des Links', en: 'Label of the link' },
      help: {
        de: 'Leer: der Titel selbst ist der Link.',
        en: 'Empty: the title itself is the link.',
      },
      translatable: true,
      maxLength: 90,
    }),
    content: blocks({ label: { de: 'Weitere Blöcke', en: 'More blocks' }, allow: 'any', max: 10 }),
    variant: option({
      label: { de: 'Art', en: 'Kind' },
      options: {
        rule: { de: 'Mit Linie oben', en: 'With a line above' },
        deep: { de: 'Auf dunklerem Papier', en: 'On darker paper' },
        plain: { de: 'Ohne alles', en: 'Plain' },
      },
      default: 'rule',
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Tile.tsx')).Tile
export { tileExamples as examples } from './examples.ts'
