import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/query-client.ts';
import { createAppRouter } from './router.tsx';
import { Ticker } from './ui/ticker.ts';
import { TickerContext } from './ui/use-now.ts';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={newQueryClient(document)}>
      <TickerContext value={new Ticker()}>
        <RouterProvider router={createAppRouter()} />
      </TickerContext>
    </QueryClientProvider>
  </StrictMode>,
);
