import { attribute } from './attribute.ts'
import { text } from './columns.ts'

const words = {
  serial: { de: '{masked}; vollständig bei uns hinterlegt', en: '{masked}; held by us in full' },
}

/** What the public sees of the serial number, e.g. 6A2•••••; a piece's file gives the whole, to be encrypted. */
export const serialMasked = attribute(text('serial_masked'), {
  id: 'serial',
  label: { de: 'Seriennummer', en: 'Serial number' },
  part: 'watch',
  key: 'serialMasked',
  file: { in: {} },
  words,
  fact: {
    place: { watch: 200 },
    text: (masked, say) => say.in(words.serial, { masked }),
    asWritten: true,
  },
})
