/**
 * Control characters, halves of a character and the two that Unicode forbids. XML has no place for them and spreadsheets stop
 * reading at some; tab and line breaks are not among them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu

/** Text as every format can hold it; where something had to go there is a �. */
export const writable = (text: string) => text.replace(unwritable, '\ufffd')
