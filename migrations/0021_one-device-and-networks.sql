ALTER TABLE `student_assignments` ADD `any_network` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `student_assignments` ADD `refusal` text;--> statement-breakpoint
ALTER TABLE `student_assignments` ADD `seat_changed_at` integer;--> statement-breakpoint
ALTER TABLE `attempts` ADD `writer_at` integer;--> statement-breakpoint
ALTER TABLE `attempts` ADD `barred_writer` text;