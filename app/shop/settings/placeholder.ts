/** Whether a text of the settings is still what a shop is called before its operator has said so (db/start/settings.yaml). */
export const isPlaceholder = (text: string): boolean =>
  /^\[.*\]$|\.invalid\b|^000 000 00 00$|^DE360{18}$|^XXXXDEXXXXX$/.test(text)
