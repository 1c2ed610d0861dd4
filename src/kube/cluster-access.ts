/** Where a cluster's API is and how to be let in. Reads its files and plugins anew when they change. */
export interface ClusterAccess {
  /** URL of the API server, perhaps with a path (as behind Rancher), without a slash at its end. */
  readonly server: string;
  /** The namespace to use where none is named. */
  readonly namespace: string;
  /** The proxy that reaches the server; null for a direct connection. May hold a password. */
  readonly proxyUrl: string | null;
  /** Trust and client certificate for a connection opened now. */
  tls(): Promise<TlsSettings>;
  /** The authorization header for a request sent now; none for anonymous access. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** Forgets what was cached, since the server refused it (401). */
  refused(): void;
}

/** Options of node:tls, only those that are set. */
export interface TlsSettings {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly servername?: string;
  readonly rejectUnauthorized?: boolean;
}
