-- Null for the sittings there are: the server counts them at its next start (edge-api/services/sittings/count-existing.ts).
ALTER TABLE "sittings" ADD COLUMN "answered" integer;--> statement-breakpoint
ALTER TABLE "sittings" ALTER COLUMN "answered" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "pages" text[];--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "pages_since" timestamp with time zone;
