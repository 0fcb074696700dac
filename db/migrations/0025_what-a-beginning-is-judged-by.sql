ALTER TABLE "exams" ADD COLUMN "time_acts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "sign_in_version" integer DEFAULT 0 NOT NULL;