/** A size of the API (`45.2MB`) in the way of this page: `45.2 MB`. */
export function sizeText(size: string): string {
  return size.replace(/(?<=\d)(?=[A-Z])/, ' ');
}
