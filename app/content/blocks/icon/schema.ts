import { defineBlock, option, text } from '../../fields.ts'
import { align, iconName } from '../shared-fields.ts'

export const icon = defineBlock({
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
