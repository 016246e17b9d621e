import type { BlockOf } from '../block.ts'
import type { BlockData } from '../declaration.ts'
import { defineBlock, option, text } from '../fields.ts'
import { align, iconName } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'icon',
  label: { de: 'Zeichen', en: 'Icon' },
  help: {
    de: 'Ein gezeichnetes Zeichen. Ohne Beschreibung gilt es als Verzierung und wird nicht vorgelesen.',
    en: 'A drawn icon. Without a description it is decoration and is not read out.',
  },
  fields: {
    name: iconName,
    icon: text({
      label: { de: 'Zeichen aus einem Satz', en: 'Icon of a set' },
      help: {
        de: 'Satz und englischer Name, ein Doppelpunkt dazwischen; die Sätze sind lucide und iconoir. Steht anstelle der Zeichnung.',
        en: 'Set and name, such as lucide:watch or iconoir:wristwatch; it takes the place of the drawing.',
      },
      format: 'icon',
      maxLength: 100,
    }),
    description: text({
      label: { de: 'Beschreibung', en: 'Description' },
      translatable: true,
      maxLength: 120,
    }),
    size: option({
      label: { de: 'Größe', en: 'Size' },
      options: {
        small: { de: 'Klein', en: 'Small' },
        medium: { de: 'Mittel', en: 'Medium' },
        large: { de: 'Groß', en: 'Large' },
      },
      default: 'medium',
    }),
    align,
  },
})

export const rhythm = 'flow'
export const hydration = {
  when: 'never',
  // An icon that the server did not know is asked for by the browser.
  unless: ({ icon }: BlockOf<'icon'>, data: BlockData<'icon'>) => icon !== undefined && !data?.drawn,
} as const
export const component = async () => (await import('./Icon.tsx')).Icon
export const loader = async () => (await import('./loader.ts')).loadIcon
export { iconExamples as examples } from './examples.ts'
