ALTER TABLE "sittings" ADD COLUMN "cell" text;--> statement-breakpoint
ALTER TABLE "sittings" ADD COLUMN "cell_said_at" timestamp with time zone;