/**
 * Why an image cannot be pulled, in the container runtime's words; null when it can. Nothing is ever
 * pulled: images fail whose registry is in the domain `.invalid`, which never resolves, and those
 * with the tag `does-not-exist`.
 */
export function pullFailure(image: string): string | null {
  const { host, path, tag } = splitImage(image);
  const prefix = `failed to pull and unpack image "${image}": failed to resolve reference "${image}": `;
  if (host.endsWith('.invalid')) {
    const url = `https://${host}/v2/${path}/manifests/${tag}`;
    return `${prefix}failed to do request: Head "${url}": dial tcp: lookup ${host}: no such host`;
  }
  return tag === 'does-not-exist' ? `${prefix}${image}: not found` : null;
}

function splitImage(image: string): { host: string; path: string; tag: string } {
  const slash = image.indexOf('/');
  const first = slash === -1 ? '' : image.slice(0, slash);
  const hasHost = first.includes('.') || first.includes(':') || first === 'localhost';
  const rest = hasHost ? image.slice(slash + 1) : image;
  const match = /^([^:@]+)(?::([^@]+))?/.exec(rest);
  return { host: hasHost ? first : 'docker.io', path: match?.[1] ?? rest, tag: match?.[2] ?? 'latest' };
}
