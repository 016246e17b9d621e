import { asset, blocks, multiline, option, text } from './fields.ts'

/** Fields that many blocks have in the same words, so that editors meet them everywhere alike. */

export const eyebrow = text({
  label: { de: 'Dachzeile', en: 'Line above the title' },
  translatable: true,
  maxLength: 80,
})

export const title = text({ label: { de: 'Titel', en: 'Title' }, translatable: true, maxLength: 160 })

export const requiredTitle = text({
  label: { de: 'Titel', en: 'Title' },
  translatable: true,
  required: true,
  maxLength: 160,
})

export const lead = multiline({
  label: { de: 'Einleitung', en: 'Introduction' },
  translatable: true,
  maxLength: 1200,
})

export const picture = asset({ label: { de: 'Bild', en: 'Picture' }, translatable: true })

export const actions = blocks({
  label: { de: 'Links', en: 'Links' },
  help: {
    de: 'Schaltflächen, oder Pfeilzeilen untereinander.',
    en: 'Buttons, or arrow lines one below the other.',
  },
  allow: ['button'],
  max: 6,
})

export const content = blocks({ label: { de: 'Inhalt', en: 'Content' }, allow: 'any', max: 40 })

export const background = option({
  label: { de: 'Hintergrund', en: 'Background' },
  options: {
    none: { de: 'Keiner', en: 'None' },
    deep: { de: 'Papier, dunkler', en: 'Paper, darker' },
    ink: { de: 'Tinte', en: 'Ink' },
  },
  default: 'none',
})

export const width = option({
  label: { de: 'Breite', en: 'Width' },
  options: {
    text: { de: 'Lesebreite', en: 'Reading width' },
    normal: { de: 'Seitenbreite', en: 'Page width' },
    wide: { de: 'Bis zum Rand', en: 'Edge to edge' },
  },
  default: 'normal',
})

export const ratio = option({
  label: { de: 'Bildformat', en: 'Picture format' },
  options: {
    natural: { de: 'Wie aufgenommen', en: 'As taken' },
    landscape: { de: 'Quer 3:2', en: 'Landscape 3:2' },
    portrait: { de: 'Hoch 4:5', en: 'Portrait 4:5' },
    square: { de: 'Quadrat', en: 'Square' },
    panorama: { de: 'Panorama 21:9', en: 'Panorama 21:9' },
  },
  default: 'landscape',
})

export const columns = option({
  label: { de: 'Spalten auf breiten Bildschirmen', en: 'Columns on wide screens' },
  options: {
    '2': { de: 'Zwei', en: 'Two' },
    '3': { de: 'Drei', en: 'Three' },
    '4': { de: 'Vier', en: 'Four' },
  },
  default: '3',
})

export const align = option({
  label: { de: 'Ausrichtung', en: 'Alignment' },
  options: {
    start: { de: 'Links', en: 'Left' },
    center: { de: 'Mitte', en: 'Centre' },
  },
  default: 'start',
})

/** The drawings are in frame/icon-sprite.svg, under these names. */
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
