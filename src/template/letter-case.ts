// Go maps each character to one character; JavaScript lets some grow (ß to SS) and looks around (σ, ς).

export function toUpper(text: string): string {
  return mapCharacters(text, (character) => character.toUpperCase());
}

export function toLower(text: string): string {
  return mapCharacters(text, (character) => (character === 'İ' ? 'i' : character.toLowerCase()));
}

function mapCharacters(text: string, map: (character: string) => string): string {
  return Array.from(text, (character) => {
    const mapped = map(character);
    return mapped.length <= character.length || Array.from(mapped).length === 1 ? mapped : character;
  }).join('');
}
