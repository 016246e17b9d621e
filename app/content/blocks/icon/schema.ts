import { defineBlock, option, text } from '../../fields.ts'
import { align } from '../shared-fields.ts'

export const iconName = option({
  label: { de: 'Zeichen', en: 'Icon' },
  options: {
    none: { de: 'Keines', en: 'None' },
    watch: { de: 'Uhr', en: 'Watch' },
    ring: { de: 'Ring', en: 'Ring' },
    necklace: { de: 'Kette', en: 'Necklace' },
    earrings: { de: 'Ohrringe', en: 'Earrings' },
    bracelet: { de: 'Armband', en: 'Bracelet' },
    gem: { de: 'Edelstein', en: 'Gemstone' },
    bar: { de: 'Barren', en: 'Bar' },
    coins: { de: 'Münzen', en: 'Coins' },
    scales: { de: 'Waage', en: 'Scales' },
    loupe: { de: 'Lupe', en: 'Loupe' },
    movement: { de: 'Uhrwerk', en: 'Movement' },
    hallmark: { de: 'Punze', en: 'Hallmark' },
    certificate: { de: 'Zertifikat', en: 'Certificate' },
    shield: { de: 'Schutz', en: 'Protection' },
    parcel: { de: 'Paket', en: 'Parcel' },
    'return-arrow': { de: 'Rückgabe', en: 'Return' },
    clock: { de: 'Zeit', en: 'Time' },
    calendar: { de: 'Termin', en: 'Appointment' },
    'id-card': { de: 'Ausweis', en: 'Identity card' },
    cash: { de: 'Geld', en: 'Money' },
    phone: { de: 'Telefon', en: 'Phone' },
    message: { de: 'Nachricht', en: 'Message' },
    mail: { de: 'E-Mail', en: 'E-mail' },
    place: { de: 'Ort', en: 'Place' },
    door: { de: 'Ladentür', en: 'Shop door' },
    camera: { de: 'Kamera', en: 'Camera' },
    check: { de: 'Haken', en: 'Check mark' },
  },
  default: 'none',
})

export const icon = defineBlock({
  name: 'icon',
  label: { de: 'Zeichen', en: 'Icon' },
  help: {
    de: 'Ein gezeichnetes Zeichen. Ohne Beschreibung gilt es als Schmuck und wird nicht vorgelesen.',
    en: 'A drawn icon. Without a description it is decoration and is not read out.',
  },
  fields: {
    name: iconName,
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
